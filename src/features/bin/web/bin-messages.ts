import { DAY_MS } from '#platform/shared/durations.ts';
import { formatDate } from '#platform/shared/zoned-time.ts';
import type { BinItem, BinKind } from '../contract.ts';

export const KIND_WORDS: Readonly<Record<BinKind, string>> = {
  person: 'Person',
  photo: 'Photo',
  album: 'Album',
  video: 'Video',
  playlist: 'Playlist',
  article: 'Article',
  event: 'Event',
  medication: 'Medication',
};

/**
 * Returns the kind of an item with its details, for example 'Album with 3 photos', 'Photo in
 * “Summer”', 'Medication, 10 mg'.
 */
export function whatMessage({ kind, detail, photos }: BinItem): string {
  const word = KIND_WORDS[kind];
  if (photos !== null) return `${word} with ${photos === 1 ? '1 photo' : `${photos} photos`}`;
  if (detail === '') return word;
  return kind === 'photo' ? `${word} in “${detail}”` : `${word}, ${detail}`;
}

/** Example: 'Deleted by Ada Lovelace, Mar 10, 2026'. */
export function deletedByMessage({ deletedBy, deletedAt }: BinItem, timezone: string): string {
  const by = deletedBy === '' ? 'Deleted' : `Deleted by ${deletedBy}`;
  return `${by}, ${formatDate(new Date(deletedAt), timezone)}`;
}

/** Example: '28 days left'. */
export function leftMessage({ goesAt }: Pick<BinItem, 'goesAt'>, now: Date): string {
  const days = Math.ceil((Date.parse(goesAt) - now.getTime()) / DAY_MS);
  if (days <= 1) return 'Less than a day left';
  return `${days} days left`;
}

export function restoredMessage(name: string, notes: readonly string[]) {
  return { title: 'Restored', text: [`${name} is back.`, ...notes].join(' ') };
}
