import type { Replica } from '#database/connect.ts';
import { messageOf } from '#platform/shared/failures.ts';
import { type CheckResult, fail, ok, warn } from './check-result.ts';

/**
 * Maximum replication lag. With a greater lag, reads on the replica would wait in vain for recent
 * commits.
 */
const MAX_BEHIND_SECONDS = 1;

const INSTEAD = 'reports and downloads are read from the primary';

/** Checks the read replica. If it fails, the primary answers its reads. */
export async function lookAtReplica(replica: Replica): Promise<CheckResult> {
  try {
    const behind = await replica.secondsBehind();
    return behind < MAX_BEHIND_SECONDS
      ? ok('The replica answers, and has what the primary has.')
      : warn(`The replica is ${Math.round(behind)} seconds behind: ${INSTEAD} meanwhile.`);
  } catch (error) {
    return fail(`The replica cannot be used, so ${INSTEAD}: ${messageOf(error)}`);
  }
}
