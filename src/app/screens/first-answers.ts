import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { ACCESSIBILITY } from '#features/accessibility/web/queries.ts';
import { AWAY } from '#features/away/web/away-query.ts';
import { TODAY } from '#features/calendar/web/todays-events.ts';
import { HOME_BUTTONS } from '#features/home-buttons/web/queries.ts';
import type { UpcomingMedication } from '#features/medications/contract.ts';
import { putAnsweredDoses } from '#features/medications/web/todays-doses.ts';
import { CURRENT_USER } from '#features/sessions/web/queries.ts';
import type { Settings } from '#features/settings/contract.ts';
import { SETTINGS } from '#features/settings/web/queries.ts';
import { localDate } from '#platform/shared/zoned-time.ts';
import { serverNow } from '#platform/web/server-clock.ts';

/** Query keys of the responses that are embedded in the page, by path. */
const KEYS: Readonly<Record<string, QueryKey>> = {
  '/api/auth/user': CURRENT_USER,
  '/api/settings': SETTINGS,
  '/api/home-buttons': HOME_BUTTONS,
  '/api/accessibility': ACCESSIBILITY,
  '/api/away': AWAY,
};

/**
 * Writes the embedded responses, by path, into the query cache. Used in the browser and for
 * server-side rendering.
 */
export function putFirstAnswers(
  client: QueryClient,
  answers: Readonly<Record<string, unknown>>,
): void {
  for (const [path, key] of Object.entries(KEYS)) client.setQueryData(key, answers[path]);
  const timezone = client.getQueryData<Settings>(SETTINGS)?.timezone;
  if (timezone) {
    const today = localDate(new Date(serverNow()), timezone);
    client.setQueryData([...TODAY, today], answers['/api/todays-events']);
  }
  const doses = answers['/api/upcoming-medications'] as UpcomingMedication[] | undefined;
  if (doses) putAnsweredDoses(client, doses);
}
