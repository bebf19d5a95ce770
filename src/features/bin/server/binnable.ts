import type { Db } from '#database/connect.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import type { RefusalKinds } from '#platform/shared/refusal.ts';
import type { BinKind } from '../contract.ts';
import type { BinRow } from './bin-rows.ts';

export interface Restoring
  extends Pick<MemberContext, 'db' | 'account' | 'user' | 'now' | 'limits'> {
  /** Adds a sentence to the response about something that was not restored. */
  note(sentence: string): void;
}

/** The interface with which a feature restores and erases its own kinds of items. */
export interface Binnable {
  readonly kinds: readonly BinKind[];
  readonly refusals: RefusalKinds;
  /** True if `restore` also writes rows without a household, such as logins. */
  readonly forTheSystem?: true;
  /** Restores items with the items they contain; throws a refusal if there is no place for them. */
  restore(things: readonly BinRow[], inside: readonly BinRow[], context: Restoring): Promise<void>;
  /** Erases data of the items outside of the bin. */
  erase?(db: Db, accountId: string, ids: readonly string[]): Promise<void>;
}
