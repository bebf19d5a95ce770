import { accessibilityInArchive } from '#features/accessibility/server.ts';
import { alertOrderInArchive } from '#features/alerts/server.ts';
import { analyticsInArchive } from '#features/analytics/server.ts';
import { auditInArchive } from '#features/audit/server.ts';
import { awayInArchive } from '#features/away/server.ts';
import { calendarInArchive } from '#features/calendar/server.ts';
import { contentInArchive } from '#features/content/server.ts';
import { homeButtonsInArchive } from '#features/home-buttons/server.ts';
import { measuresInArchive } from '#features/measures/server.ts';
import { medicationsInArchive } from '#features/medications/server.ts';
import { peopleInArchive } from '#features/people/server.ts';
import { photosInArchive } from '#features/photos/server.ts';
import { type PictureFiles, picturesInArchive } from '#features/pictures/server.ts';
import { settingsInArchive } from '#features/settings/server.ts';
import { stockInArchive } from '#features/stock/server.ts';
import type { Portable, TablePart } from '#platform/server/archive/portable.ts';
import { portablesOf } from '#platform/server/archive/table-parts.ts';

/**
 * Returns the exporters and importers of a household archive, ordered by dependency: each refers
 * only to rows of earlier ones.
 */
export function portablesWith(files: PictureFiles): Portable[] {
  return portablesOf(partsWith(files));
}

/** Returns the archive rules of all features, in the form in which the features declare them. */
export function partsWith(files: PictureFiles): TablePart[] {
  return [
    peopleInArchive,
    settingsInArchive,
    accessibilityInArchive,
    alertOrderInArchive,
    homeButtonsInArchive,
    picturesInArchive(files.store),
    medicationsInArchive,
    awayInArchive,
    stockInArchive,
    measuresInArchive,
    calendarInArchive,
    contentInArchive,
    photosInArchive(files),
    analyticsInArchive,
    auditInArchive,
  ];
}

const ACCESS = 'who has access here has none elsewhere: tablets are set up again';
const UNDER_WAY = 'is under way on this server alone';

/** Household tables that are not exported, each with the reason. */
export const LEFT_BEHIND: Readonly<Record<string, string>> = {
  sessions: ACCESS,
  known_devices: ACCESS,
  invitations: ACCESS,
  pairing_codes: ACCESS,
  password_resets: ACCESS,
  email_confirmations: ACCESS,
  export_tickets: ACCESS,
  doctor_links: ACCESS,
  calendar_feeds: 'a secret address: with a second one there would be two',
  push_subscriptions: 'a browser trusts one server',
  care_sweeps: UNDER_WAY,
  dose_alerts: UNDER_WAY,
  dose_snoozes: UNDER_WAY,
  outbox: UNDER_WAY,
  jobs: UNDER_WAY,
  announcements: UNDER_WAY,
  unsent_alerts: UNDER_WAY,
  alerts: UNDER_WAY,
  alert_tellings: UNDER_WAY,
  alert_tests: UNDER_WAY,
  alarm_tests: UNDER_WAY,
  fitting_requests: UNDER_WAY,
  imports_under_way: UNDER_WAY,
  photo_uploads: UNDER_WAY,
  photo_pieces: UNDER_WAY,
  heartbeats: 'two hours of a tablet that is set up again',
  analytics_events: 'single uses, of which the sums are taken along',
  photo_looks: 'what was new to somebody here is not new elsewhere',
  bin: 'what was deleted goes with what is left behind',
  subscriptions: 'what is paid is paid for here',
};
