import { endFeedOf } from '#features/calendar/server.ts';
import { endMedicationsOf } from '#features/medications/server.ts';
import { peopleFeature } from '#features/people/server.ts';
import type { MailParts } from '#kit/server/outbound/mail.ts';

/** The feature as the application makes it. */
export const wholePeopleFeature = (mail: MailParts) =>
  peopleFeature(mail, { endFeedOf, endMedicationsOf });
