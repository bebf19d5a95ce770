import type { Replica } from '#database/connect.ts';
import { messageOf } from '#kit/shared/failures.ts';
import { bad, good, note, type Said } from './said.ts';

/** From then on what is read there waits in vain for what was committed a moment before. */
const MOST_BEHIND_SECONDS = 1;

const INSTEAD = 'reports and downloads are read from the primary';

/** Whether the read replica is used. Nobody lacks anything while it is not. */
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
