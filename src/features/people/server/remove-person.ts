import type { Db } from '#database/connect.ts';
import { noteAct } from '#features/audit/server.ts';
import { putInBin } from '#features/bin/server.ts';
import type { CallerContext } from '#platform/server/feature.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { notAllowed } from '#platform/shared/refusals.ts';
import type { Removal } from '../contract.ts';
import { mayRemove } from '../domain/permissions.ts';
import { affectedList } from '../domain/removal.ts';
import { personRefusal } from '../refusals.ts';
import { copyToBin, deleteCopied } from './move-belongings.ts';
import { type BelongingsElsewhere, entryOf } from './people-in-bin.ts';
import { callerAndPerson } from './person-rows.ts';
import {
  countAffected,
  endInvitations,
  endPrepared,
  listPrepared,
  ownerOf,
} from './removal-rows.ts';

export async function describeRemoval(
  db: Db,
  id: string,
  context: CallerContext,
): Promise<Removal> {
  const person = await removable(db, id, context);
  const owner = await ownerOf(db, person);
  const prepared = await listPrepared(db, owner, context.now);
  return { affected: await countAffected(db, owner), prepared };
}

interface Removing {
  readonly id: string;
  /**
   * If true, tablets that this person set up for elders, and sessions of sign-ins that they set up,
   * are ended.
   */
  readonly signsOutPrepared: boolean;
}

/**
 * Moves a person and all their rows into the bin. Their sessions, codes and links end permanently.
 */
export async function removePerson(
  db: Db,
  { id, signsOutPrepared }: Removing,
  { endFeedOf, doses }: BelongingsElsewhere,
  context: CallerContext,
): Promise<undefined> {
  const { account, now } = context;
  const person = await removable(db, id, context);
  const name = fullName(person);
  await noteAct(db, context, 'person-removed', name);
  if (await endFeedOf(db, person)) await noteAct(db, context, 'feed-ended', name);
  await doses.end(db, account.id, now, async (timezone) => {
    // Read only after the household's doses are locked: of two concurrent removals of elders, the
    // second one must see that only one elder is left.
    const owner = await ownerOf(db, person);
    const prepared = await listPrepared(db, owner, now);
    const { tokenHash: keptToken } = context;
    await endPrepared(db, owner, { signsOut: signsOutPrepared, keptToken });
    for (const { kind, person: elder, name: what } of prepared) {
      if (kind === 'sign-in') await noteAct(db, context, 'sign-in-ended', `${elder}: ${what}`);
      else if (signsOutPrepared)
        await noteAct(db, context, 'device-signed-out', `${elder}: ${what}`);
    }
    await endInvitations(db, owner);
    const detail = affectedList(await countAffected(db, owner));
    await copyToBin(db, owner, now);
    const { binned, row } = await entryOf(db, person, timezone);
    await putInBin({ ...context, db }, [{ ...binned, detail }], row);
    await deleteCopied(db, owner);
  });
}

async function removable(db: Db, id: string, context: CallerContext) {
  const { caller, person } = await callerAndPerson(db, context, id);
  if (!mayRemove(caller, person)) throw notAllowed();
  if (person.role === 'super_admin') throw personRefusal('super-admin-stays');
  return person;
}
