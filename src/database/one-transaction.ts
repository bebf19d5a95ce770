import { AsyncLocalStorage } from 'node:async_hooks';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Transaction {
  readonly of: OneTransaction;
  readonly outer: Transaction | undefined;
  isOpen: boolean;
}

/**
 * The transaction inside which code runs. One storage for all databases of the process, because
 * each `AsyncLocalStorage` makes every promise a little slower.
 */
const current = new AsyncLocalStorage<Transaction>();

/**
 * Rejects a transaction that is begun inside an open one. On the embedded database the inner
 * transaction would wait forever for the only connection; on a server it would not see the writes
 * of the outer one.
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

  /**
   * Runs the work of a transaction. Code that continues after the end of the transaction no longer
   * counts as inside it.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const around = current.getStore();
    // If the surrounding transaction has ended, its own outer transaction is used, so that the list
    // contains no ended transaction and stays short.
    const outer = around?.isOpen ? around : around?.outer;
    const transaction = { of: this, outer, isOpen: true };
    try {
      return await current.run(transaction, work);
    } finally {
      transaction.isOpen = false;
    }
  }
}

/** Returns the id. Throws if it is not a UUID, because it becomes part of SQL text. */
export function requireUuid(accountId: string): string {
  if (!UUID.test(accountId)) throw new TypeError('A household is named by a UUID.');
  return accountId;
}
