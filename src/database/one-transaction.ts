import { AsyncLocalStorage } from 'node:async_hooks';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Transaction {
  readonly of: OneTransaction;
  readonly outer: Transaction | undefined;
  isOpen: boolean;
}

/**
 * One for all databases of the process: each storage costs every promise of the process a little, for
 * as long as it is there.
 */
const current = new AsyncLocalStorage<Transaction>();

/**
 * Refuses to open a transaction inside an open one. On the embedded database the inner one would
 * wait for ever for the only connection; on a server it would not see what the outer one wrote.
 */
export class OneTransaction {
  /** Throws when the caller is inside a transaction that is still open. */
  check(): void {
    for (let inside = current.getStore(); inside !== undefined; inside = inside.outer) {
      if (inside.of === this && inside.isOpen) {
        throw new Error('A transaction is open here already: use the handle that it was given.');
      }
    }
  }

  /** Runs what a transaction does; what is left running after it is not inside it any more. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const around = current.getStore();
    // One that has ended is left out: the chain is no longer than what is open.
    const outer = around?.isOpen ? around : around?.outer;
    const transaction = { of: this, outer, isOpen: true };
    try {
      return await current.run(transaction, work);
    } finally {
      transaction.isOpen = false;
    }
  }
}

/** The id goes into SQL as text: nothing but a UUID may. */
export function requireUuid(accountId: string): string {
  if (!UUID.test(accountId)) throw new TypeError('A household is named by a UUID.');
  return accountId;
}
