import type pg from 'pg';
import type { CarrierName } from './same-carrier.ts';

/** Opens a connection to the other processes; rejects when it cannot. */
export interface Carrier {
  readonly name: CarrierName;
  /** True if the carrier delivers the changes of every household, followed or not. */
  readonly hearsAll: boolean;
  open(opening: Opening): Promise<Wire>;
}

export interface Opening {
  readonly session: pg.Client;
  /** Households that are followed from the start, because they were followed before a reconnect. */
  readonly followed: Iterable<string>;
  hear(accountId: string, what: string): void;
  /** Called when messages may be missed from now on. */
  lost(): void;
}

/**
 * Message bus for announcements. Messages may be lost only after a call of `lost`; unpublished
 * announcements stay in their table.
 */
export interface Wire {
  /** Deletes these rows from the table and publishes them, both or neither. */
  relay(ids: readonly string[]): Promise<void>;
  /** Resolves when every later message of this household will be received. */
  follow(accountId: string): Promise<void>;
  unfollow(accountId: string): void;
  close(): Promise<void>;
}
