import type { Database } from '#database/connect.ts';
import { findUser, isOperator, memberOf } from '#features/sessions/server.ts';
import { type CallerContext, type Feature, feature } from '#platform/server/feature.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { type Finding, serverHealthCalls } from './contract.ts';
import { ANEW_MS, Examinations, READ_MS } from './server/examinations.ts';

export { readOperators } from './server/config.ts';

interface Parts {
  readonly operatorEmails: readonly string[];
  readonly version: string;
  examine(database: Database, now: Date): Promise<readonly Finding[]>;
}

/**
 * Reports the server health to the operators; all other people get 404, so they do not learn that
 * the page exists.
 */
export function serverHealthFeature({ operatorEmails, version, examine }: Parts): Feature {
  let examinations: Examinations | undefined;
  const read = async (context: CallerContext, mostMs: number) => {
    const { database, now } = context;
    const known = await database.asSystem((db) => findUser(db, memberOf(context)));
    if (known === undefined || !isOperator(known.user, operatorEmails)) throw notFound();
    examinations ??= new Examinations((at) => examine(database, at));
    const { checkedAt, findings } = await examinations.get(now, mostMs);
    return { version, checkedAt: checkedAt.toISOString(), findings: [...findings] };
  };
  return feature(serverHealthCalls, {
    read: { outsideTransaction: (_call, context) => read(context, READ_MS) },
    lookAgain: { outsideTransaction: (_call, context) => read(context, ANEW_MS) },
  });
}
