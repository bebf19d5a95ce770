/** What is typed into a form of a thing that others can change too. */
export interface Edit<Fields> {
  /** Of the thing, as it was last seen here. */
  readonly version: number;
  /** What was last seen of it: as the form was opened, or as somebody else saved it since. */
  readonly base: Fields;
  /** What stands in the form. */
  readonly mine: Fields;
  /** What somebody else changed and nobody here: it stands in the form already. */
  readonly news: readonly (keyof Fields)[];
  /** What both changed, each to something else: `base` has theirs, `mine` what was typed here. */
  readonly clashes: readonly (keyof Fields)[];
}

export function begun<Fields>(fields: Fields, version: number): Edit<Fields> {
  return { version, base: fields, mine: fields, news: [], clashes: [] };
}

/** What was changed here, and nothing else. */
export function changedIn<Fields extends object>({ base, mine }: Edit<Fields>): Partial<Fields> {
  const changed: Partial<Fields> = {};
  for (const name of namesOf(mine)) {
    if (!isSame(base[name], mine[name])) changed[name] = mine[name];
  }
  return changed;
}

/** The edit once another version is known; what was typed is never given up. */
export function met<Fields extends object>(
  edit: Edit<Fields>,
  theirs: Fields,
  version: number,
): Edit<Fields> {
  if (version <= edit.version) return edit;
  const { base } = edit;
  const mine = { ...edit.mine };
  const news = new Set(edit.news);
  const clashes: (keyof Fields)[] = [];
  for (const name of namesOf(mine)) {
    const isTheirs = !isSame(base[name], theirs[name]);
    const isMine = !isSame(base[name], mine[name]) || edit.clashes.includes(name);
    if (isSame(mine[name], theirs[name])) continue;
    if (isMine && (isTheirs || edit.clashes.includes(name))) clashes.push(name);
    if (!isMine && isTheirs) {
      mine[name] = theirs[name];
      news.add(name);
    }
  }
  const isNews = (name: keyof Fields) => !clashes.includes(name);
  return { version, base: theirs, mine, news: [...news].filter(isNews), clashes };
}

/** The edit once a person has said whose stands. */
export function chosen<Fields>(
  edit: Edit<Fields>,
  name: keyof Fields,
  whose: 'mine' | 'theirs',
): Edit<Fields> {
  const mine = whose === 'mine' ? edit.mine : { ...edit.mine, [name]: edit.base[name] };
  return { ...edit, mine, clashes: edit.clashes.filter((each) => each !== name) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function namesOf<Fields extends object>(fields: Fields): (keyof Fields)[] {
  // The fields of a form are its own keys.
  return Object.keys(fields) as (keyof Fields)[];
}
