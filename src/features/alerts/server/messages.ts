import { randomUUID } from 'node:crypto';
import type { Db } from '#database/connect.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { quietMessage, type SaidDose } from '../quiet-messages.ts';
import { elderOf, householdOf } from './household.ts';
import { type Letter, put, takeWordsBack } from './outbox.ts';

/** So long what was pressed by mistake can be undone before anybody is told. */
const UNDO_MS = MINUTE_MS;

export interface SaidOfDose extends Omit<SaidDose, 'elder'> {
  /** The dose's own id. */
  readonly dose: string;
  /** The elder it is for; null is the household's elder. */
  readonly userId: string | null;
}

interface Saying {
  readonly accountId: string;
  readonly now: Date;
}

/**
 * Tells the administrators by mail, quietly and once for each dose, what the elder said of it; with
 * undefined that nothing is to be told any more. What has not gone is taken back either way.
 */
export async function sayQuietly(
  db: Db,
  { accountId, now }: Saying,
  dose: string,
  said: SaidOfDose | undefined,
): Promise<void> {
  const hasGone = await takeWordsBack(db, accountId, dose);
  if (said === undefined || hasGone) return;
  const { letters } = await lettersOf(db, accountId, said);
  const mails = letters.filter(({ kind }) => kind === 'email');
  const notBefore = new Date(now.getTime() + UNDO_MS);
  await put(db, { accountId, now, purpose: 'word', dose, notBefore }, mails);
}

/**
 * Tells these people, by every way that the alert took, that the dose was taken after all, or what
 * else was said of it; with `isMailed` only in their browsers.
 */
export async function sayAllClear(
  db: Db,
  { accountId, now }: Saying,
  people: readonly string[],
  said: SaidOfDose,
  isMailed = false,
): Promise<void> {
  const { letters, reader } = await lettersOf(db, accountId, said);
  const theirs = letters.filter(
    (letter) => people.includes(reader(letter)) && !(isMailed && letter.kind === 'email'),
  );
  await put(db, { accountId, now, purpose: 'alert' }, theirs);
}

async function lettersOf(db: Db, accountId: string, said: SaidOfDose) {
  const { people, subscriptions, appName, timezone } = await householdOf(db, accountId);
  const { subject, sentence, notice } = quietMessage(
    { ...said, elder: elderOf(said, people) },
    timezone,
  );
  const readers = new Map<Letter, string>();
  for (const { id, role, email, emailProvenAt, firstName, lastName } of people) {
    if (role === 'user') continue;
    if (email !== null && emailProvenAt !== null) {
      const content = {
        name: `${firstName} ${lastName}`,
        subject,
        brand: appName,
        paragraphs: [`Hello ${firstName},`, sentence],
      };
      readers.set({ kind: 'email', recipient: email, content }, id);
    }
    for (const subscription of subscriptions.filter(({ userId }) => userId === id)) {
      const content = { title: subject, body: notice, topic: randomUUID().replaceAll('-', '') };
      readers.set({ kind: 'push', recipient: subscription.id, content }, id);
    }
  }
  return { letters: [...readers.keys()], reader: (letter: Letter) => readers.get(letter) ?? '' };
}
