import { formatList } from '#platform/shared/format-list.ts';

/** Number of things that go into the bin with a person. */
export interface Affected {
  readonly medications: number;
  readonly loggedDoses: number;
  readonly measurements: number;
  readonly notes: number;
  readonly events: number;
  readonly timesAway: number;
}

const WORDS: Readonly<Record<keyof Affected, readonly [one: string, several: string]>> = {
  medications: ['medication', 'medications'],
  loggedDoses: ['logged dose', 'logged doses'],
  measurements: ['measurement', 'measurements'],
  notes: ['note', 'notes'],
  events: ['event', 'events'],
  timesAway: ['time away', 'times away'],
};

/** '2 medications, 41 measurements and 1 note'; empty if there are none. */
export function affectedList(affected: Affected): string {
  return formatList(countedKinds(affected));
}

/** '2 medications stop. 41 measurements and 1 note go to the bin with them.' */
export function affectedMessage({ medications, ...others }: Affected): string {
  const stopping = countedKinds({ medications });
  const moving = countedKinds(others);
  const isOne = moving.length === 1 && Object.values(others).includes(1);
  return [
    ...stopping.map((each) => `${each} ${medications === 1 ? 'stops' : 'stop'}.`),
    ...(moving.length === 0
      ? []
      : [`${formatList(moving)} ${isOne ? 'goes' : 'go'} to the bin with them.`]),
  ].join(' ');
}

function countedKinds(affected: Partial<Affected>): string[] {
  const kinds = Object.keys(WORDS) as (keyof Affected)[];
  return kinds.flatMap((kind) => {
    const count = affected[kind] ?? 0;
    if (count === 0) return [];
    const [one, several] = WORDS[kind];
    return `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;
  });
}
