import { formatDate } from '#platform/shared/zoned-time.ts';
import { FOUND_KINDS, type Found } from '../contract.ts';
import { beginsWords, isFound } from '../domain/fold.ts';

/** A page of the panel; the one without a path is the list of shortcuts. */
export interface FindPage {
  readonly title: string;
  readonly detail: string;
  readonly path?: string;
}

interface Shown {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
}

export type Choice = Shown & ({ readonly path: string | undefined } | { readonly found: Found });

const TITLES: Record<Found['kind'], string> = {
  person: 'People',
  medication: 'Medications',
  event: 'Events',
  album: 'Albums',
  photo: 'Photos',
  video: 'Videos',
  playlist: 'Playlists',
  article: 'Articles',
};

const SHORTCUTS: FindPage = { title: 'Keyboard shortcuts', detail: 'Press ?' };

/**
 * Returns the matching pages, or all if nothing was typed, and the results by kind. A kind with a
 * title that begins with the typed text comes first, as the most likely match.
 */
export function sectionsOf(pages: readonly FindPage[], found: readonly Found[], typed: string) {
  const shownPages = [...pages, SHORTCUTS]
    .filter(({ title, detail }) => isFound(title, typed) || beginsWords(detail, typed))
    .map(({ title, detail, path }): Choice => ({ key: `page ${title}`, title, detail, path }));
  const kinds = FOUND_KINDS.map((kind) => ({
    title: TITLES[kind],
    choices: found
      .filter((each) => each.kind === kind)
      .map(
        (each): Choice => ({
          key: each.id,
          title: each.title,
          detail: detailOf(each),
          found: each,
        }),
      ),
  }));
  const sections = [{ title: 'Pages', choices: shownPages }, ...kinds].filter(
    ({ choices }) => choices.length > 0,
  );
  const isMeant = ({ choices }: (typeof sections)[number]) =>
    choices.some(({ title }) => beginsWords(title, typed));
  return [...sections.filter(isMeant), ...sections.filter((section) => !isMeant(section))];
}

function detailOf({ kind, detail, date }: Found): string {
  if (kind === 'photo') return `in ${detail}`;
  if (kind !== 'event') return detail;
  return date === null ? 'repeats' : formatDate(new Date(`${date}T12:00:00Z`), 'UTC');
}
