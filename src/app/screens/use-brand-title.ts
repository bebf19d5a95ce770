import { useEffect } from 'react';
import { useAppName } from '#features/settings/web/queries.ts';

/** While somebody is signed in the page has the name that the household gave the product. */
export function useBrandTitle(): void {
  const appName = useAppName();
  useEffect(() => {
    const usual = document.title;
    document.title = appName;
    return () => {
      document.title = usual;
    };
  }, [appName]);
}
