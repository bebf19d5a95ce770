import { buttonsOf } from '#features/home-buttons/server.ts';
import { type Feature, feature } from '#platform/server/feature.ts';
import { limitConcurrency } from '#platform/server/jobs/semaphore.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { helpTipCalls } from './contract.ts';
import { builtInTip } from './domain/tips.ts';
import type { HelpTipSettings } from './server/config.ts';
import { wordedTip } from './server/worded-tip.ts';

export { readHelpTips } from './server/config.ts';

const MAX_QUESTION_MS = 3_000;

/** Interval after which another built-in tip is selected. */
const TURN_MS = 10 * MINUTE_MS;

/** Returns tips from the configured service, or from the built-in set if the service fails. */
export function helpTipsFeature(
  service: HelpTipSettings | undefined,
  withinMs = MAX_QUESTION_MS,
): Feature {
  const inTurn = limitConcurrency({
    atOnce: 4,
    longestQueue: 8,
    tooMany: 'Many tips are being asked for just now.',
  });

  return feature(helpTipCalls, {
    choose: {
      async outsideTransaction({ body }, { account, database, user, now, log }) {
        const builtIn = async () => {
          const { currentPage: page, userAction: action } = body;
          const buttons = await database.inHousehold(account.id, (db) => buttonsOf(db, account.id));
          const question = { page, action, role: user.role, buttons };
          return builtInTip(question, Math.floor(now.getTime() / TURN_MS));
        };
        if (service === undefined) return builtIn();
        const question = { ...body, userRole: user.role };
        return inTurn(() => wordedTip(service, question, withinMs)).catch((error: unknown) => {
          log.warn({ err: error }, 'help tip not generated');
          return builtIn();
        });
      },
    },
  });
}
