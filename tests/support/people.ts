import { endFeedOf, eventsOfPerson } from '#features/calendar/server.ts';
import { dosesOfPerson } from '#features/medications/server.ts';
import { peopleFeature } from '#features/people/server.ts';
import type { MailParts } from '#platform/server/outbound/mail.ts';

/** Functions of other features that the application passes to the people feature. */
export const BELONGINGS_ELSEWHERE = { endFeedOf, doses: dosesOfPerson, calendar: eventsOfPerson };

/** Creates the people feature as the application does. */
export const wholePeopleFeature = (mail: MailParts) => peopleFeature(mail, BELONGINGS_ELSEWHERE);
