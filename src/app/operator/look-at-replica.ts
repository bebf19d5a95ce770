import type { Replica } from '#database/connect.ts';
import { messageOf } from '#kit/shared/failures.ts';
import { bad, good, note, type Said } from './said.ts';

/** With a greater lag, reads on the replica would wait for recent commits in vain. */
const MOST_BEHIND_SECONDS = 1;

const INSTEAD = 'reports and downloads are read from the primary';

/** Checks the read replica. Without it the primary serves all reads. */
export async function lookAtReplica(replica: Replica): Promise<Said> {
  try {
    const behind = await replica.secondsBehind();
    return behind < MOST_BEHIND_SECONDS
      ? good('The replica answers, and has what the primary has.')
      : note(`The replica is ${Math.round(behind)} seconds behind: ${INSTEAD} meanwhile.`);
  } catch (error) {
    return bad(`The replica cannot be used, so ${INSTEAD}: ${messageOf(error)}`);
  }
}
