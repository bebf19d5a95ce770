import { setTimeout as sleep } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { platformRefusal } from '#platform/shared/refusals.ts';
import { answerThrough } from './worker-protocol.ts';

export interface TalkTask {
  readonly name: string;
  readonly port: MessagePort;
}

/** A worker for the tests of `worker-protocol.ts`: executes the given command. */
export function work({ name, port }: TalkTask): Promise<void> {
  let asked = 0;
  const kept: unknown[] = [];
  return answerThrough<string, string>(port, async (question) => {
    asked += 1;
    if (question === 'refuse') throw platformRefusal('invalid-input', 'Not this.');
    if (question === 'fail') throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    if (question === 'take your time') await sleep(7_000);
    while (question === 'never end' || question === 'fill') {
      if (question === 'fill') kept.push(new Array(10_000).fill(question));
    }
    return `${name} ${asked}`;
  });
}
