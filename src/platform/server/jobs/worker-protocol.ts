import type { MessagePort } from 'node:worker_threads';
import { asError, codeOf, messageOf } from '#platform/shared/failures.ts';
import { Refusal, recreateRefusal, type SentRefusal } from '#platform/shared/refusal.ts';

/**
 * A conversation with a worker thread that runs one long task and answers questions, several at
 * once if needed.
 */
export interface Talk<Question, Answer> {
  /**
   * Rejects with the error of the worker; a Refusal stays a Refusal. Rejects with BeyondLimits if
   * the worker was killed.
   */
  ask(question: Question): Promise<Answer>;
  /** Releases the thread for the next task. Unanswered questions reject. */
  end(): Promise<void>;
}

/**
 * Thrown if the worker exceeded its memory limit or sent no message for too long, and was killed.
 */
export class BeyondLimits extends Error {
  override name = 'BeyondLimits';
}

/** Interval in milliseconds at which a worker reports that it is alive, even without questions. */
const SIGN_OF_LIFE_MS = 500;

interface Asked<Question> {
  readonly id: number;
  /** Undefined in the last message of a conversation. */
  readonly question?: Question;
}

/**
 * Sent fields of an error, because an error that is sent between threads loses its class and
 * fields.
 */
interface ToldError {
  readonly message: string;
  readonly code?: string | undefined;
  readonly refused?: SentRefusal | undefined;
}

interface Answered<Answer> {
  /** Undefined if the message only reports that the worker is alive. */
  readonly id?: number;
  readonly answer?: Answer;
  readonly error?: ToldError;
}

/** Runs in the worker: answers questions until the last message has arrived. */
export async function answerThrough<Question, Answer>(
  port: MessagePort,
  answer: (question: Question) => Promise<Answer>,
): Promise<void> {
  const say = (answered: Answered<Answer>) => port.postMessage(answered);
  const signs = setInterval(() => say({}), SIGN_OF_LIFE_MS);
  await new Promise<void>((done) => {
    port.on('close', done);
    port.on('message', ({ id, question }: Asked<Question>) => {
      if (question === undefined) return done();
      answer(question).then(
        (given) => say({ id, answer: given }),
        (error: unknown) => say({ id, error: told(error) }),
      );
    });
  });
  clearInterval(signs);
  port.close();
}

function told(error: unknown): ToldError {
  return {
    message: messageOf(error),
    ...(error instanceof Refusal ? { refused: refusedBy(error) } : { code: codeOf(error) }),
  };
}

function refusedBy({ status, code, message: sentence }: Refusal): SentRefusal {
  return { status, code, sentence };
}

function toldError({ message, code, refused }: ToldError): Error {
  if (refused !== undefined) return recreateRefusal(refused);
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Runs in the calling thread. `running` is the thread's task, and `kill` ends it. */
export function talkThrough<Question, Answer>(
  port: MessagePort,
  running: Promise<unknown>,
  { longestSilenceMs, kill }: { readonly longestSilenceMs: number; kill(): void },
): Talk<Question, Answer> {
  const waiting = new Map<number, Waiting<Answer>>();
  let last = 0;
  let heardAt = performance.now();
  let over: Error | undefined;
  const finish = (why: Error) => {
    over ??= why;
    clearInterval(watch);
    port.close();
    for (const { reject } of waiting.values()) reject(over);
    waiting.clear();
  };
  const watch = setInterval(() => {
    if (performance.now() - heardAt < longestSilenceMs) return;
    finish(new BeyondLimits('The worker was silent for too long.'));
    kill();
  }, SIGN_OF_LIFE_MS);
  port.on('message', ({ id, answer, error }: Answered<Answer>) => {
    heardAt = performance.now();
    const asked = id === undefined ? undefined : waiting.get(id);
    if (id === undefined || asked === undefined) return;
    waiting.delete(id);
    if (error !== undefined) asked.reject(toldError(error));
    // The cast trusts the worker: both sides are of the same version.
    else asked.resolve(answer as Answer);
  });
  const ended = running.then(
    () => finish(new Error('The worker has ended.')),
    (error: unknown) => finish(reasonOf(error)),
  );
  return {
    ask(question) {
      if (over !== undefined) return Promise.reject(over);
      last += 1;
      const id = last;
      return new Promise<Answer>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        port.postMessage({ id, question } satisfies Asked<Question>);
      });
    },
    async end() {
      if (over === undefined) port.postMessage({ id: 0 } satisfies Asked<Question>);
      await ended;
    },
  };
}

function reasonOf(error: unknown): Error {
  const isFull = codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY';
  return isFull
    ? new BeyondLimits('The worker took too much memory.', { cause: error })
    : asError(error);
}
