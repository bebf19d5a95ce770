import type pg from 'pg';
import type { CarrierName } from './same-carrier.ts';

/** Opens the way to the other processes; rejects where it cannot. */
export interface Carrier {
  readonly name: CarrierName;
  /** Whether every household is heard of, followed or not. */
  readonly hearsAll: boolean;
  open(opening: Opening): Promise<Wire>;
}

export interface Opening {
  /** The line's own session at the database. */
  readonly session: pg.Client;
  /** The households that were followed before, and are from the beginning. */
  readonly followed: Iterable<string>;
  hear(accountId: string, what: string): void;
  /** From now on something may be said that is not heard. */
  lost(): void;
}

/**
 * What carries announcements (a message bus). It may lose them only where `lost` is called, and what
 * it has not told stays in the table of announcements.
 */
export interface Wire {
  /** Takes these rows of the table and tells them, both or neither. */
  relay(ids: readonly string[]): Promise<void>;
  /** Resolves when all that is told of this household from now on is heard. */
  follow(accountId: string): Promise<void>;
  unfollow(accountId: string): void;
  close(): Promise<void>;
}
