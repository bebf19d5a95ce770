import type { ImportResult } from '../contract.ts';

/** The sections that the message names, in order, with the words for one and for several rows. */
const WORDS: readonly (readonly [name: string, one: string, many: string])[] = [
  ['people', 'person', 'people'],
  ['medications', 'medication', 'medications'],
  ['events', 'event', 'events'],
  ['videos', 'video', 'videos'],
  ['playlists', 'playlist', 'playlists'],
  ['articles', 'article', 'articles'],
  ['photos', 'photo', 'photos'],
];

/** '2 people, 1 medication and 40 photos. Everybody else chooses …' */
export function importedMessage({ counts, lostFiles, notes }: ImportResult): string {
  const parts = WORDS.flatMap(([name, one, many]) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  const last = parts.pop() ?? 'nothing';
  const list = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
  const lost = lostFiles === 0 ? [] : [`${lostFiles} files were lost before.`];
  const passwords = 'The others choose a new password, and tablets are set up again.';
  return [`${list}.`, ...lost, ...notes, passwords].join(' ');
}
