import { NoAnswer } from '#kit/web/api.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import {
  nextPress,
  type Outcome,
  type Owner,
  outcomeOf,
  outcomeOfFailure,
  type Press,
  timeToTell,
} from './outbox.ts';
import { noteSent, pressesOf, removePress } from './outbox-store.ts';
import { keyOf } from './reminder-machine.ts';

export interface Delivery {
  readonly owner: Owner;
  /** Sends one and answers what the server said; fails as the calls of the API do. */
  post(press: Press, pressedAt: string | undefined): Promise<unknown>;
  /** Hears what became of each that was sent; `cause` says why it is not delivered. */
  heard(press: Press, outcome: Outcome, cause: unknown): void;
}

/** Waits for its turn already, and will find whatever is pressed until then. */
let isNext = false;

/**
 * Delivers what waits, in its order, one after the other: of several tabs one at a time. Where tabs
 * cannot agree on turns, the keys of the presses alone see to it that each counts once. False when
 * an earlier call has not begun yet, and will find all there is.
 */
export async function deliverPresses(delivery: Delivery): Promise<boolean> {
  if (isNext) return false;
  isNext = true;
  try {
    await inTurn(`presses of ${delivery.owner.person}`, () => {
      isNext = false;
      return deliverAll(delivery);
    });
  } catch (error) {
    isNext = false;
    throw error;
  }
  return true;
}

async function deliverAll({ owner, post, heard }: Delivery): Promise<void> {
  const heldUp = new Set<string>();
  for (;;) {
    const press = nextPress(await pressesOf(owner), heldUp);
    if (press === undefined) return;
    // Taken back a moment ago.
    if (!(await noteSent(press.number, true))) continue;
    const { outcome, cause } = await send(press, post);
    if (outcome === 'delivered' || outcome === 'refused') await removePress(press.number);
    if (outcome === 'not now') await noteSent(press.number, press.wasSent);
    heard(press, outcome, cause);
    if (outcome === 'not now' || outcome === 'unknown') return;
    if (outcome === 'failed') heldUp.add(keyOf(press));
  }
}

async function send(press: Press, post: Delivery['post']) {
  try {
    const answer = await post(press, timeToTell(press, serverNow()));
    return { outcome: outcomeOf(answer), cause: new NoAnswer() };
  } catch (cause) {
    return { outcome: outcomeOfFailure(cause), cause };
  }
}

function inTurn(name: string, work: () => Promise<void>): Promise<void> {
  // Not there on a page that is not secure, whatever the types say.
  return 'locks' in navigator ? navigator.locks.request(name, work) : work();
}
