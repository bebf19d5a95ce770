import { callersOf } from '#platform/web/api.ts';
import { Outbox, type OutboxPage } from '#platform/web/offline/outbox.ts';
import { doEntriesWait } from '#platform/web/offline/outbox-flag.ts';
import { deliveryBy } from '#platform/web/offline/outbox-rules.ts';
import type { Owner } from '#platform/web/offline/owner.ts';
import type { AnalyticsCalls } from '../contract.ts';
import { hasStarted } from '../domain/uses.ts';

const calls = callersOf<Pick<AnalyticsCalls, 'note'>>()({ note: 'POST /api/analytics' });

const USES = 'uses';

/**
 * Maximum number of undelivered uses, enough for a week of busy days. Further uses are dropped,
 * which makes the figures slightly too low.
 */
const MAX_WAITING = 500;

type Use = Omit<Parameters<typeof calls.note>[0]['body'], 'happenedAt'>;

const outbox = new Outbox<Use>({
  name: USES,
  orderOf: () => USES,
  // Impossible times are not corrected here, because the server refuses them.
  earliest: () => 0,
  most: MAX_WAITING,
});

/** Sends a use now, or after reconnecting. Shows no message. */
export async function reportUse(owner: Owner, use: Use): Promise<void> {
  await outbox.sendOrKeep(pageOf(owner), use);
}

export async function reportWaitingUses(owner: Owner): Promise<void> {
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
        // `keepalive`, because the end of a use may be sent while the page closes.
        keepalive: !hasStarted(content),
      }),
  };
}
