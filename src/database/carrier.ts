import type pg from 'pg';
import type { CarrierName } from './same-carrier.ts';

/** A transport for announcements between processes. `open` connects, or rejects. */
export interface Carrier {
  readonly name: CarrierName;
  /**
   * True if every process receives the changes of all households, not only of those that it
   * follows.
   */
  readonly hearsAll: boolean;
  open(opening: Opening): Promise<Wire>;
}

export interface Opening {
  readonly session: pg.Client;
  /** Households to follow from the start, because they were followed before a reconnect. */
  readonly followed: Iterable<string>;
  hear(accountId: string, what: string): void;
  /** Called when messages may be missed from now on. */
  lost(): void;
}

/**
 * An open connection of a carrier. Messages may be lost only after a call of `lost`; announcements
 * that were not published stay in their table.
 */
export interface Wire {
  /** Deletes these rows from the table and publishes them. Either both happen or neither. */
  relay(ids: readonly string[]): Promise<void>;
  /** Resolves when every later message of this household will be received. */
  follow(accountId: string): Promise<void>;
  unfollow(accountId: string): void;
  close(): Promise<void>;
}
