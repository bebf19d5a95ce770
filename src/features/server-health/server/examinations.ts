import { singleFlight } from '#platform/server/jobs/single-flight.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import type { Finding } from '../contract.ts';

export interface Examination {
  readonly checkedAt: Date;
  readonly findings: readonly Finding[];
}

/** Maximum age of the cached examination for a read. */
export const READ_MS = 5 * MINUTE_MS;

/**
 * Maximum age for an explicit new check. It limits the load, because each examination contacts
 * other servers.
 */
export const ANEW_MS = 10 * SECOND_MS;

export class Examinations {
  #last: Examination | undefined;
  readonly #once = singleFlight<Examination>();
  readonly #examine: (at: Date) => Promise<readonly Finding[]>;

  constructor(examine: (at: Date) => Promise<readonly Finding[]>) {
    this.#examine = examine;
  }

  async get(now: Date, mostMs: number): Promise<Examination> {
    const last = this.#last;
    // The absolute value is compared, because an entry would stay valid for too long after the
    // clock was set back.
    const ageMs = last && Math.abs(now.getTime() - last.checkedAt.getTime());
    if (last !== undefined && ageMs !== undefined && ageMs < mostMs) return last;
    return this.#once('all', () => this.#make(now));
  }

  async #make(checkedAt: Date): Promise<Examination> {
    const found = await this.#examine(checkedAt);
    const findings = found.map((each) => ({ ...each, sentence: withoutTenants(each.sentence) }));
    this.#last = { checkedAt, findings };
    return this.#last;
  }
}

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi;
const EMAIL = /[^\s<>,;:"'()]+@[^\s<>,;:"'()]+\.[^\s<>,;:"'()]+/g;

/**
 * Removes ids of households and email addresses: a sentence may end with the error of another
 * program, and the operator must not see data of a tenant.
 */
export function withoutTenants(sentence: string): string {
  return sentence.replace(UUID, '…').replace(EMAIL, '…');
}
