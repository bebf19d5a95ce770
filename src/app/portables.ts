import { analyticsInArchive } from '#features/analytics/server.ts';
import { auditInArchive } from '#features/audit/server.ts';
import { calendarInArchive } from '#features/calendar/server.ts';
import { homeButtonsInArchive } from '#features/home-buttons/server.ts';
import { libraryInArchive } from '#features/library/server.ts';
import { medicationsInArchive } from '#features/medications/server.ts';
import { peopleInArchive } from '#features/people/server.ts';
import { photosInArchive } from '#features/photos/server.ts';
import { type PictureFiles, picturesInArchive } from '#features/pictures/server.ts';
import { settingsInArchive } from '#features/settings/server.ts';
import type { Portable } from '#kit/server/archive/portable.ts';

/** What a household can take along, in an order in which each part names only earlier ones. */
export function portablesWith(files: PictureFiles): Portable[] {
  return [
    peopleInArchive,
    settingsInArchive,
    homeButtonsInArchive,
    picturesInArchive(files.store),
    medicationsInArchive,
    calendarInArchive,
    libraryInArchive,
    photosInArchive(files),
    analyticsInArchive,
    auditInArchive,
  ];
}
