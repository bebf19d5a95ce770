import { noteProblem } from '#kit/web/problems.ts';
import { serverNow, serverTimeSinceAnswer } from '#kit/web/server-clock.ts';
import type { LogStatus, UpcomingMedication } from '../contract.ts';
import type { TabletPage } from './delivery-context.ts';
import { showStoredDoses } from './dose-store.ts';
import { type Outcome, type Owner, type Press, waitAfterTries } from './outbox.ts';
import { deliverPresses } from './outbox-delivery.ts';
import { addPress, forgetOldPresses, pressesOf, removeUnsent } from './outbox-store.ts';
import { isHeld } from './outbox-summary.ts';
import { notePressesWait } from './presses-wait.ts';
import { keyOf } from './reminder-machine.ts';

/** What pressed now is not delivered after this waits, as far as the screen is concerned. */
const WAITS_AFTER_MS = 2_000;

/** Which dose: its medication and its time, and its id where the server gave it one. */
export type DoseKey = Pick<UpcomingMedication, 'medicationId' | 'scheduledTime'> &
  Partial<Pick<UpcomingMedication, 'id'>>;

/** What became of a press that was to be delivered at once; `cause` of one that was refused. */
interface FirstTry {
  readonly outcome: 'delivered' | 'refused' | 'waiting';
  readonly cause?: unknown;
}

export interface Outbox {
  readonly presses: readonly Press[];
  /** They are on the disk, and not only in a page that may be closed. */
  readonly areWritten: boolean;
  /** What became of all of them when the first try is over. */
  readonly firstTry: Promise<FirstTry>;
}

/** How often in a row no answer came, and when it is tried again. */
let tries = 0;
let nextTry: ReturnType<typeof setTimeout> | undefined;

/** The presses whose first try is not over, and who wants to hear of it. */
const trying = new Map<string, (result: FirstTry) => void>();

/** Shows what an earlier page left to deliver, and delivers it if it can. */
export async function recallPresses(page: TabletPage): Promise<void> {
  await showPresses(page.owner);
  await deliver(page);
}

/** Forgets what nobody comes for any more; asked when the server has answered, by whose time it is. */
export function tidyPresses({ owner }: TabletPage): void {
  const now = serverTimeSinceAnswer();
  if (now === undefined) return;
  // Where the store does not answer, another start of the tablet tidies it.
  forgetOldPresses(owner, now).catch(() => undefined);
}

/** Shows what waits, pressed here or in another tab; answers it too. */
export async function showPresses(owner: Owner): Promise<readonly Press[]> {
  const presses = await pressesOf(owner);
  notePressesWait(presses.length > 0);
  showStoredDoses({
    presses: presses.map((press) => ({ ...press, isWaiting: !trying.has(press.key) })),
  });
  return presses;
}

/** Writes down what is pressed of each dose, then delivers it. */
export async function keepPresses(
  page: TabletPage,
  doses: readonly (DoseKey & { readonly pressedAt?: number })[],
  status: LogStatus,
): Promise<Outbox> {
  // By the clock of the press, however long it takes to write it down.
  const said = doses.map((dose) => ({ dose, press: newPress(page.owner, dose, status) }));
  const presses: Press[] = [];
  for (const { dose, press } of said) presses.push(await keepPress(page.owner, dose, press));
  const firstTry = Promise.all(presses.map(firstTryOf)).then((results) =>
    inTheEnd(page.owner, presses, worstOf(results)),
  );
  await showPresses(page.owner);
  page.changed();
  // A browser that says that it has no connection may be wrong: it is tried with the next answer.
  if (navigator.onLine) void deliver(page);
  else endFirstTries();
  return { presses, areWritten: !presses.some(isHeld), firstTry };
}

/** Undoes presses: what the server cannot have heard of is forgotten, of the others it is told. */
export async function takeBack(page: TabletPage, presses: readonly Press[]): Promise<void> {
  const told: (DoseKey & { readonly pressedAt: number })[] = [];
  for (const press of presses) {
    if (await removeUnsent(press.number)) continue;
    const { doseId, ...dose } = press;
    told.push(doseId === undefined ? dose : { ...dose, id: doseId });
  }
  if (told.length > 0) await keepPresses(page, told, 'pending');
  await showPresses(page.owner);
  page.changed();
}

/** Sends what waits, as far as the server takes it. */
export async function deliver(page: TabletPage): Promise<void> {
  const { owner, post } = page;
  try {
    clearTimeout(nextTry);
    let last: Outcome = 'delivered';
    const isDone = await deliverPresses({
      owner,
      post,
      heard: (press, outcome, cause) => {
        last = outcome;
        hear(page, press, outcome, cause);
      },
    });
    if (!isDone) return;
    tryAgainLater(page, last);
    endFirstTries();
    await showPresses(owner);
    page.changed();
  } catch (error) {
    noteProblem('What was pressed could not be delivered', error);
  }
}

/** Polls that are answered try again too; where none is, or something lies between, this does. */
function tryAgainLater(page: TabletPage, last: Outcome): void {
  clearTimeout(nextTry);
  tries = last === 'unknown' ? tries + 1 : 0;
  if (tries === 0) return;
  nextTry = setTimeout(() => {
    // Without a connection the polls say when it is back.
    if (navigator.onLine) void deliver(page);
  }, waitAfterTries(tries));
}

/** No more is sent in the name of a person who is not here any more. */
export function stopTrying(): void {
  clearTimeout(nextTry);
  tries = 0;
}

/** Of several tabs another one may have delivered them. */
async function inTheEnd(
  owner: Owner,
  presses: readonly Press[],
  result: FirstTry,
): Promise<FirstTry> {
  const waiting = await showPresses(owner);
  const areGone = !waiting.some(({ key }) => presses.some((press) => press.key === key));
  return result.outcome === 'waiting' && areGone ? { outcome: 'delivered' } : result;
}

function hear(page: TabletPage, press: Press, outcome: Outcome, cause: unknown): void {
  if (outcome === 'delivered') page.delivered(press);
  const tell = trying.get(press.key);
  if (outcome === 'refused' && tell === undefined) page.refused(press, cause);
  const isOver = outcome === 'delivered' || outcome === 'refused';
  tell?.({ outcome: isOver ? outcome : 'waiting', cause });
  if (isOver) void showPresses(page.owner);
}

async function keepPress(
  owner: Owner,
  dose: DoseKey & { readonly pressedAt?: number },
  press: Omit<Press, 'number'>,
): Promise<Press> {
  const before = (await pressesOf(owner)).findLast((other) => keyOf(other) === keyOf(dose));
  // A clock that was set back between two presses must not turn their order.
  const last = Math.max(before?.pressedAt ?? 0, dose.pressedAt ?? 0);
  return addPress({ ...press, pressedAt: Math.max(press.pressedAt, last + 1) });
}

/** Something that is said now, on this tablet. */
function newPress(owner: Owner, dose: DoseKey, status: LogStatus): Omit<Press, 'number'> {
  const { id: doseId, medicationId, scheduledTime } = dose;
  return {
    ...owner,
    key: newKey(),
    doseId,
    medicationId,
    scheduledTime,
    status,
    pressedAt: serverNow(),
    notBefore: serverTimeSinceAnswer(),
    wasSent: false,
  };
}

function firstTryOf({ key }: Press): Promise<FirstTry> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => trying.get(key)?.({ outcome: 'waiting' }), WAITS_AFTER_MS);
    trying.set(key, (result) => {
      clearTimeout(timer);
      trying.delete(key);
      resolve(result);
    });
  });
}

/** Whatever was not delivered by now waits. */
function endFirstTries(): void {
  for (const tell of [...trying.values()]) tell({ outcome: 'waiting' });
}

function worstOf(results: readonly FirstTry[]): FirstTry {
  return (
    results.find(({ outcome }) => outcome === 'refused') ??
    results.find(({ outcome }) => outcome === 'waiting') ?? { outcome: 'delivered' }
  );
}

/** `randomUUID` is not there on a page that is not secure. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
