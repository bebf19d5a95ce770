import { type Feature, feature } from '#platform/server/feature.ts';
import type { MailParts } from '#platform/server/outbound/mail.ts';
import { todayCalls } from './contract.ts';
import { readToday } from './server/read-today.ts';

export { readNeed } from './server/read-need.ts';

/** Answers "Is she all right?" at a glance, from the data of the other features. */
export function todayFeature(mail: MailParts): Feature {
  return feature(todayCalls, {
    read: (_call, context) => readToday(context, mail),
  });
}
