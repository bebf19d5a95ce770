import { type MessagePort, parentPort } from 'node:worker_threads';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import { openFolder } from './engine.ts';
import { type Answered, type EngineRequest, failureOf, type Question } from './engine-protocol.ts';

// Worker thread that runs the embedded database, so that it does not block the server. Requests are
// handled in order, and PGlite runs one transaction at a time.
if (parentPort === null) throw new Error('This is the program of a worker thread.');
const port: MessagePort = parentPort;

interface OpenTransaction {
  /** Resolves when the transaction has begun; rejects if BEGIN fails. */
  readonly begun: Promise<Transaction>;
  /** Commits or rolls back; rejects when it could not be committed. */
  end(isKept: boolean): Promise<void>;
}

/** Thrown inside a transaction to make PGlite roll it back; never shown. */
const ROLLED_BACK = new Error('rolled back');

const transactions = new Map<number, OpenTransaction>();
let opened: PGlite | undefined;

port.on('message', ({ id, question }: EngineRequest) => {
  const say = (answered: Answered) => port.postMessage(answered);
  answerTo(question)
    .then((answer) => say({ id, answer }))
    .catch((error: unknown) => say({ id, failure: failureOf(error) }));
});

async function answerTo(question: Question): Promise<unknown> {
  switch (question.kind) {
    case 'open':
      opened = await openFolder(question.folder);
      return undefined;
    case 'begin': {
      const transaction = begin(database());
      transactions.set(question.transaction, transaction);
      await transaction.begun;
      return undefined;
    }
    case 'query': {
      const { transaction, text, values, rowMode = 'object' } = question;
      const client = transaction === undefined ? database() : await known(transaction).begun;
      return client.query(text, values, { rowMode });
    }
    case 'end': {
      const transaction = known(question.transaction);
      transactions.delete(question.transaction);
      await transaction.end(question.isKept);
      return undefined;
    }
    case 'close':
      await database().close();
      return undefined;
  }
}

function database(): PGlite {
  if (opened === undefined) throw new Error('The database is not open.');
  return opened;
}

function known(transaction: number): OpenTransaction {
  const found = transactions.get(transaction);
  if (found === undefined) throw new Error('This transaction is not open.');
  return found;
}

function begin(pglite: PGlite): OpenTransaction {
  let say: (isKept: boolean) => void = () => undefined;
  const said = new Promise<boolean>((resolve) => {
    say = resolve;
  });
  let ended: Promise<void> = Promise.resolve();
  const begun = new Promise<Transaction>((resolve, reject) => {
    ended = pglite.transaction(async (client) => {
      resolve(client);
      if (!(await said)) throw ROLLED_BACK;
    });
    ended.catch(reject);
  });
  return {
    begun,
    async end(isKept) {
      say(isKept);
      await ended.catch((error: unknown) => {
        if (error !== ROLLED_BACK) throw error;
      });
    },
  };
}
