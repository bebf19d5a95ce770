import { useContext, useEffect, useRef } from 'react';
import { TabLeads } from '#kit/web/leading-tab.ts';
import { SOUNDING_LASTS, soundsIn, startAlarm } from './alarm.ts';
import { alarmSounder, useSoundUnlocked } from './alarm-sound.ts';

interface AlarmWish {
  /** Which reminder stands; undefined for none. */
  readonly key: string | undefined;
  /** Whether it may sound at all. */
  readonly isWanted: boolean;
  /** Whether it is being answered: that is silent at once, and ends the sounding. */
  readonly isAnswered: boolean;
  readonly repeatMinutes: number;
}

/**
 * Sounds while an unanswered reminder stands, of several tabs in one. True: it would, but the browser
 * still blocks it.
 */
export function useAlarm({ key, isWanted, isAnswered, repeatMinutes }: AlarmWish): boolean {
  const isUnlocked = useSoundUnlocked();
  const isOurs = useContext(TabLeads);
  const openedAt = useRef(0);
  useEffect(() => {
    if (key !== undefined) openedAt.current = performance.now();
  }, [key]);
  useEffect(() => {
    if (isAnswered) openedAt.current = performance.now() - SOUNDING_LASTS;
  }, [isAnswered]);
  const sounds = key !== undefined && isWanted && isUnlocked && isOurs && !isAnswered;
  useEffect(() => {
    if (!sounds || key === undefined) return;
    const firstIn = soundsIn(performance.now() - openedAt.current, repeatMinutes);
    if (firstIn !== undefined) return startAlarm(alarmSounder, firstIn, repeatMinutes);
  }, [sounds, key, repeatMinutes]);
  return key !== undefined && isWanted && !isUnlocked;
}
