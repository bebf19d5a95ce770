import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A server process whose CPU time can be asked. */
export interface MeasuredServer {
  readonly url: string;
  /** CPU time used so far, user and system, in microseconds. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a script and waits until it says 'Ready at …'. */
export async function startMeasured(
  script: string,
  environment: Record<string, string>,
): Promise<MeasuredServer> {
  const child = spawn(process.execPath, ['--import', './bench/support/cpu-reporter.mjs', script], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await readyAddress(child);
  return {
    url,
    async cpu() {
      const answered = once(child, 'message');
      child.send('cpu');
      const [message] = await answered;
      return message.cpu;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function readyAddress(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the server has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = /^Ready at (http\S+)/.exec(line);
    if (ready?.[1] !== undefined) {
      child.stdout.resume();
      return ready[1];
    }
  }
  throw new Error('the server ended before it was ready');
}
