import { useQueryClient } from '@tanstack/react-query';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { localDate } from '#platform/shared/zoned-time.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import { lastRings } from '../../domain/lateness.ts';
import { keyOf } from '../reminder-machine.ts';
import { rememberReminder } from './dismissed-store.ts';
import type { Doses, Silence } from './silence.ts';
import { rememberSnooze } from './snooze-store.ts';

/** Loaded on demand, to keep the initial bundle small. */
const loadReports = () => import('./silence-reports.ts');

/**
 * Returns functions that silence the reminders of doses of one time without answering them.
 * `minutes` is the household's length of a snooze.
 */
export function useSilence(timezone: string | undefined, minutes: number): Silence {
  const client = useQueryClient();
  const remember = (type: 'dismissed' | 'restored', doses: Doses) => {
    const today = timezone && localDate(new Date(serverNow()), timezone);
    for (const dose of doses) rememberReminder(type, dose, today);
  };
  const silence: Silence = {
    close: (doses) => {
      remember('dismissed', doses);
      void loadReports().then(({ reportClosed }) => reportClosed(doses, parts));
    },
    snooze: (doses, length) => {
      const [first] = doses;
      if (first === undefined) return;
      // The press may have begun before the last moment at which a snooze is offered, so the time
      // is limited to that moment.
      const last = lastRings(new Date(first.scheduledTime)).getTime() - length * MINUTE_MS - 1;
      const at = length === 0 ? serverNow() : Math.min(serverNow(), last);
      const until = at + length * MINUTE_MS;
      rememberSnooze(doses.map(keyOf), at, until);
      remember('restored', doses);
      void loadReports().then(({ shareSnooze }) => shareSnooze(doses, { length, until }, parts));
    },
  };
  const parts = { client, timezone, minutes, silence };
  return silence;
}
