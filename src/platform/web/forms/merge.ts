/** State of a form for an object that other users can change as well. */
export interface Edit<Fields> {
  /** Last known version of the object. */
  readonly version: number;
  /** Values of that version: those at opening, or those that another user has saved since. */
  readonly base: Fields;
  /** Current values of the form. */
  readonly mine: Fields;
  /** Fields that only another user changed; their new values are already in the form. */
  readonly news: readonly (keyof Fields)[];
  /**
   * Fields that both users changed to different values: `base` has the other user's value, `mine`
   * that of this form.
   */
  readonly clashes: readonly (keyof Fields)[];
}

export function begun<Fields>(fields: Fields, version: number): Edit<Fields> {
  return { version, base: fields, mine: fields, news: [], clashes: [] };
}

/** Returns the fields whose value in the form differs from `base`. */
export function changedIn<Fields extends object>({ base, mine }: Edit<Fields>): Partial<Fields> {
  const changed: Partial<Fields> = {};
  for (const name of namesOf(mine)) {
    if (!isSame(base[name], mine[name])) changed[name] = mine[name];
  }
  return changed;
}

/** Merges a newer version of the object into the edit. Input of this form is never lost. */
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

/** Resolves a clash: the user has chosen the value of this form or that of the other user. */
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
  // The cast is safe because `fields` has no keys of other types.
  return Object.keys(fields) as (keyof Fields)[];
}
