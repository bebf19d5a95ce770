import { AsyncLocalStorage } from 'node:async_hooks';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Transaction {
  readonly of: OneTransaction;
  readonly outer: Transaction | undefined;
  isOpen: boolean;
}

/**
 * Shared by all databases of the process, because each `AsyncLocalStorage` makes every promise a
 * little slower.
 */
const current = new AsyncLocalStorage<Transaction>();

/**
 * Rejects a transaction inside an open one. On the embedded database the inner one would wait
 * forever for the only connection; on a server it would not see the writes of the outer one.
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

  /** Runs the work of a transaction. Work that outlives it no longer counts as inside. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const around = current.getStore();
    // Skips a transaction that has ended, so that the chain contains only open ones.
    const outer = around?.isOpen ? around : around?.outer;
    const transaction = { of: this, outer, isOpen: true };
    try {
      return await current.run(transaction, work);
    } finally {
      transaction.isOpen = false;
    }
  }
}

/** The id becomes part of SQL text, so it must be a UUID. */
export function requireUuid(accountId: string): string {
  if (!UUID.test(accountId)) throw new TypeError('A household is named by a UUID.');
  return accountId;
}
