import { singleFlight } from '#kit/server/jobs/single-flight.ts';
import { MINUTE_MS, SECOND_MS } from '#kit/shared/durations.ts';
import type { Finding } from '../contract.ts';

export interface Examination {
  readonly checkedAt: Date;
  readonly findings: readonly Finding[];
}

/** How old one may be that is merely read. */
export const READ_MS = 5 * MINUTE_MS;

/** How old one may be when somebody asks for a new one: each speaks with other servers. */
export const ANEW_MS = 10 * SECOND_MS;

/** The last examination of this process, cached. */
export class Examinations {
  #last: Examination | undefined;
  readonly #once = singleFlight<Examination>();
  readonly #examine: (at: Date) => Promise<readonly Finding[]>;

  constructor(examine: (at: Date) => Promise<readonly Finding[]>) {
    this.#examine = examine;
  }

  /** One that is at most `mostMs` old at `now`. */
  async get(now: Date, mostMs: number): Promise<Examination> {
    const last = this.#last;
    // A clock that was set back makes none of them young for ever.
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
 * A sentence may end with the reason of another program: a path that names a household, or a letter's
 * address, is of a tenant and not for this page.
 */
export function withoutTenants(sentence: string): string {
  return sentence.replace(UUID, '…').replace(EMAIL, '…');
}
