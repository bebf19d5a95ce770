import { AsyncLocalStorage } from 'node:async_hooks';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Refuses to open a transaction inside an open one. On the embedded database the inner one would
 * wait for ever for the only connection; on a server it would not see what the outer one wrote.
 */
export class OneTransaction {
  readonly #current = new AsyncLocalStorage<{ open: boolean }>();

  /** Throws when the caller is inside a transaction that is still open. */
  check(): void {
    if (this.#current.getStore()?.open) {
      throw new Error('A transaction is open here already: use the handle that it was given.');
    }
  }

  /** Runs what a transaction does; what is left running after it is not inside it any more. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const state = { open: true };
    try {
      return await this.#current.run(state, work);
    } finally {
      state.open = false;
    }
  }
}

/** The id goes into SQL as text: nothing but a UUID may. */
export function requireUuid(accountId: string): string {
  if (!UUID.test(accountId)) throw new TypeError('A household is named by a UUID.');
  return accountId;
}
