import { fetch } from 'undici';
import { z } from 'zod';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { messageOf } from '#platform/shared/failures.ts';
import product from '../../package.json' with { type: 'json' };
import { NotDone } from './open-database.ts';

/** Schema of the file at RELEASE_URL. */
const release = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** Address of the release notes. */
  notes: z.url({ protocol: /^https?$/ }).optional(),
});

export type Release = z.output<typeof release>;

const ANSWER_MS = 5 * SECOND_MS;

/** Maximum length of the file; one line is expected. */
const MAX_CHARACTERS = 10_000;

export const OWN_VERSION: string = product.version;

/** Reads the newest version from `url`; throws a NotDone if that fails. */
export async function newestRelease(url: string): Promise<Release> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (!answer.ok) throw new Error(`it answers ${answer.status}`);
    const text = await answer.text();
    if (text.length > MAX_CHARACTERS) throw new Error('it is too long');
    const read = release.safeParse(JSON.parse(text));
    if (!read.success) throw new Error('it is no {"version": "1.2.3"}');
    return read.data;
  } catch (error) {
    throw new NotDone(`RELEASE_URL could not be read: ${messageOf(error)}.`);
  }
}

/** Compares two versions by their three numbers. */
export function isNewer(one: string, other: string): boolean {
  const [ones, others] = [one, other].map((version) => version.split('.').map(Number));
  for (const at of [0, 1, 2]) {
    const difference = (ones?.[at] ?? 0) - (others?.[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** Returns a sentence about a newer version; undefined if it is not newer. */
export function newerSentence({ version, notes }: Release, own = OWN_VERSION): string | undefined {
  if (!isNewer(version, own)) return undefined;
  const told = notes === undefined ? '' : ` What changed: ${notes}`;
  return `Version ${version} is there, and this is ${own}.${told}`;
}

export async function checkForUpgrade(url: string | undefined): Promise<string> {
  if (url === undefined) {
    throw new NotDone('RELEASE_URL is not set: nobody says which version is the newest.');
  }
  return newerSentence(await newestRelease(url)) ?? `This is version ${OWN_VERSION}, the newest.`;
}
