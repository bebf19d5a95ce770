import type { QueryKey } from '@tanstack/react-query';
import { HOUR_MS } from '#kit/shared/durations.ts';
import { PICTURES } from './cache-names.ts';

/** What may be kept: the answers of these queries and of no others. */
export interface PersistenceRule {
  /** The words with which their keys begin; of several such queries the one read last is kept. */
  readonly prefix: QueryKey;
  /** How long after it was read an answer may be shown, in milliseconds. */
  readonly longestMs: number;
  /** Every build reads it alike: whoever changes its shape changes its key. */
  readonly isForEveryBuild?: boolean;
  /** The part that is kept, where it is not the whole answer; undefined when none of it is. */
  readonly partOf?: (data: unknown) => unknown;
}

/** A rule for the queries with that prefix, of whose answers only a part is kept. */
export function keepPart<Answer>({
  partOf,
  ...rule
}: Omit<PersistenceRule, 'partOf'> & {
  partOf: (answer: Answer) => unknown;
}): PersistenceRule {
  // Who names the prefix knows what is read under it.
  return { ...rule, partOf: partOf as (data: unknown) => unknown };
}

export interface PersistedAnswer {
  readonly key: QueryKey;
  readonly data: unknown;
  /** Milliseconds since the epoch, as the next. */
  readonly readAt: number;
  readonly showUntil: number;
  readonly isForEveryBuild?: boolean | undefined;
}

/** The rule by which a query with that key is kept. */
export function ruleFor(
  key: QueryKey,
  rules: readonly PersistenceRule[],
): PersistenceRule | undefined {
  return rules.find(({ prefix }) => prefix.every((word, index) => key[index] === word));
}

/** The name under which the one answer of a rule is kept. */
export function nameOf({ prefix }: PersistenceRule): string {
  return prefix.join(' ');
}

/** A device's clock may be set right by so much between two starts, in milliseconds. */
const CLOCK_STEP_MS = HOUR_MS;

/** What is not too old yet; and nothing from the future, which a wrong clock wrote. */
export function worthShowing(answers: readonly PersistedAnswer[], now: number): PersistedAnswer[] {
  return answers.filter(
    ({ readAt, showUntil }) => readAt <= now + CLOCK_STEP_MS && now < showUntil,
  );
}

/** The addresses of all pictures that a value names, each once, in its order. */
export function picturesIn(value: unknown): string[] {
  const found = new Set<string>();
  const look = (part: unknown) => {
    if (typeof part === 'string') {
      if (part.startsWith(PICTURES)) found.add(part);
    } else if (typeof part === 'object' && part !== null) {
      for (const inner of Object.values(part)) look(inner);
    }
  };
  look(value);
  return [...found];
}

/** The most that pictures may take of a device. */
export interface PictureLimits {
  readonly files: number;
  readonly bytes: number;
}

/** Of what would be free without them the pictures take no more than one part in so many. */
const SHARE = 10;

interface Storage {
  /** What the browser gives this site, and what the site uses, where the browser says so. */
  readonly estimate: StorageEstimate;
  /** What the pictures use of it now. */
  readonly pictures: number;
}

/** How many bytes the pictures may take, at most `most`. */
export function roomForPictures(most: number, { estimate, pictures }: Storage): number {
  const { quota, usage } = estimate;
  if (quota === undefined || usage === undefined) return most;
  const free = quota - Math.max(0, usage - pictures);
  return Math.max(0, Math.min(most, Math.floor(free / SHARE)));
}
