import type { Db } from '#database/connect.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { householdOf } from './household.ts';
import { type Letter, type MailContent, put } from './outbox.ts';

type Household = Awaited<ReturnType<typeof householdOf>>;
type Reader = Household['people'][number];

/** Content of the email below the greeting. */
interface Written extends Required<Pick<MailContent, 'subject' | 'action' | 'closing'>> {
  readonly paragraphs: readonly string[];
}

/** Enqueues an email to each administrator of a household whose address is confirmed. */
export async function writeToAdministrators(
  db: Db,
  to: { readonly accountId: string; readonly now: Date },
  write: (reader: Reader, household: Household) => Written,
): Promise<void> {
  const household = await householdOf(db, to.accountId);
  const letters = household.people.flatMap((reader): Letter[] => {
    const { role, email, emailProvenAt, firstName, lastName } = reader;
    if (role === 'user' || email === null || emailProvenAt === null) return [];
    const { paragraphs, ...words } = write(reader, household);
    const content = {
      ...words,
      name: fullName({ firstName, lastName }),
      brand: household.appName,
      paragraphs: [`Hello ${firstName},`, ...paragraphs],
    };
    return [{ kind: 'email', recipient: email, content }];
  });
  await put(db, to, letters);
}
