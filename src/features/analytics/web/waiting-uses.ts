import { callersOf } from '#kit/web/api.ts';
import { Outbox, type OutboxPage } from '#kit/web/offline/outbox.ts';
import { doEntriesWait } from '#kit/web/offline/outbox-flag.ts';
import { deliveryBy } from '#kit/web/offline/outbox-rules.ts';
import type { Owner } from '#kit/web/offline/owner.ts';
import type { AnalyticsCalls } from '../contract.ts';
import { hasStarted } from '../uses.ts';

const calls = callersOf<Pick<AnalyticsCalls, 'note'>>()({ note: 'POST /api/analytics' });

/** The name of the outbox of what was used. */
const USES = 'uses';

/** A week of busy days; a figure of a longer one is a little too small. */
const MOST_WAITING = 500;

type Use = Omit<Parameters<typeof calls.note>[0]['body'], 'happenedAt'>;

const outbox = new Outbox<Use>({
  name: USES,
  orderOf: () => USES,
  // A time that cannot be true is told as it is: the server counts no such use.
  earliest: () => 0,
  most: MOST_WAITING,
});

/** Tells of a use, at once or when there is a connection again. No word of it is on the screen. */
export async function tellUse(owner: Owner, use: Use): Promise<void> {
  await outbox.sendOrKeep(pageOf(owner), use);
}

/** Tells what waits. */
export async function tellWaitingUses(owner: Owner): Promise<void> {
  if (!doEntriesWait(USES)) return;
  outbox.tidy(owner);
  await outbox.deliver(pageOf(owner));
}

function pageOf(owner: Owner): OutboxPage<Use> {
  return {
    owner,
    send: ({ activity, duration, content, itemId, key }, happenedAt) =>
      calls.note({
        body: {
          activity,
          duration,
          content,
          ...(itemId === undefined ? {} : { itemId }),
          ...(happenedAt === undefined ? {} : { happenedAt }),
        },
        ...deliveryBy(key),
        // What ends may end with its page.
        keepalive: !hasStarted(content),
      }),
  };
}
