import type { Db } from '#database/connect.ts';
import type { MemberContext } from '#kit/server/feature.ts';
import type { RefusalKinds } from '#kit/shared/refusal.ts';
import type { BinKind } from '../contract.ts';
import type { BinRow } from './bin-rows.ts';

export interface Restoring
  extends Pick<MemberContext, 'db' | 'account' | 'user' | 'now' | 'limits'> {
  /** Adds a sentence to the answer about something that did not come back. */
  note(sentence: string): void;
}

/** What a feature does with what is its own in the bin. */
export interface Binnable {
  readonly kinds: readonly BinKind[];
  /** What putting back can be refused with. */
  readonly refusals: RefusalKinds;
  /** Whether `restore` also writes what is of no household, such as what a person signs in with. */
  readonly forTheSystem?: true;
  /** Puts things back, with those that went with them; refuses where there is no place for them. */
  restore(things: readonly BinRow[], inside: readonly BinRow[], context: Restoring): Promise<void>;
  /** Erases what is left of them beside the bin. */
  erase?(db: Db, accountId: string, ids: readonly string[]): Promise<void>;
}
