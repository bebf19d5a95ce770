import type { QueryKey } from '@tanstack/react-query';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { PICTURES } from './cache-names.ts';

/** Selects the queries whose answers may be stored on the device. */
export interface PersistenceRule {
  /** Prefix of the query keys. If several queries match, only the answer read last is stored. */
  readonly prefix: QueryKey;
  /** Maximum age at which an answer may be shown, in milliseconds. */
  readonly longestMs: number;
  /**
   * True if every build can read the stored answer. A change of the answer's format then requires a
   * new key.
   */
  readonly isForEveryBuild?: boolean;
  /**
   * Selects the part of the answer to store; undefined stores nothing. Default: the whole answer.
   */
  readonly partOf?: (data: unknown) => unknown;
}

/** Creates a rule that stores only a part of each answer. */
export function selectPersisted<Answer>({
  partOf,
  ...rule
}: Omit<PersistenceRule, 'partOf'> & {
  partOf: (answer: Answer) => unknown;
}): PersistenceRule {
  // The cast is safe: the caller names the type of the answers under its prefix.
  return { ...rule, partOf: partOf as (data: unknown) => unknown };
}

export interface PersistedAnswer {
  readonly key: QueryKey;
  readonly data: unknown;
  /** `readAt` and `showUntil` are milliseconds since the epoch. */
  readonly readAt: number;
  readonly showUntil: number;
  readonly isForEveryBuild?: boolean | undefined;
}

export function ruleFor(
  key: QueryKey,
  rules: readonly PersistenceRule[],
): PersistenceRule | undefined {
  return rules.find(({ prefix }) => prefix.every((word, index) => key[index] === word));
}

/** Returns the name under which the rule's answer is stored. */
export function nameOf({ prefix }: PersistenceRule): string {
  return prefix.join(' ');
}

/** Tolerated correction of the device's clock between two starts, in milliseconds. */
const CLOCK_STEP_MS = HOUR_MS;

/**
 * Returns the answers that may still be shown. Excludes answers that a wrong clock has dated in the
 * future.
 */
export function worthShowing(answers: readonly PersistedAnswer[], now: number): PersistedAnswer[] {
  return answers.filter(
    ({ readAt, showUntil }) => readAt <= now + CLOCK_STEP_MS && now < showUntil,
  );
}

/** Returns the paths of all images in a value, each once and in order. */
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

export interface PictureLimits {
  readonly files: number;
  readonly bytes: number;
}

/** Images may use at most this fraction (1/10) of the free space. */
const SHARE = 10;

interface Storage {
  /** Quota and usage of this site's storage, if the browser reports them. */
  readonly estimate: StorageEstimate;
  /** Bytes that the cached images use now. */
  readonly pictures: number;
}

/** Returns how many bytes the images may use, at most `most`. */
export function roomForPictures(most: number, { estimate, pictures }: Storage): number {
  const { quota, usage } = estimate;
  if (quota === undefined || usage === undefined) return most;
  const free = quota - Math.max(0, usage - pictures);
  return Math.max(0, Math.min(most, Math.floor(free / SHARE)));
}
