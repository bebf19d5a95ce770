import { useEffect } from 'react';
import { useUpcomingMedications } from '../todays-doses.ts';

/** Loads the photos of the day's pills beforehand: a reminder shows its own at once. */
export function usePicturesAtHand(): void {
  const { data = [] } = useUpcomingMedications();
  const urls = [...new Set(data.map(({ medication }) => medication.pillImageUrl))].sort().join(' ');
  useEffect(() => {
    for (const url of urls.split(' ')) if (url !== '') new Image().src = url;
  }, [urls]);
}
