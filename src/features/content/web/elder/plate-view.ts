/** A sun and two hills in a box of 100 by 100; `sun` is the centre of the sun in percent. */
export interface PlateView {
  readonly far: string;
  readonly near: string;
  readonly sun: readonly [x: number, y: number];
}

const VIEWS: readonly PlateView[] = [
  {
    far: 'M0 78C25 62 45 66 62 74S88 78 100 66V100H0Z',
    near: 'M0 90C30 78 60 92 100 80V100H0Z',
    sun: [80, 28],
  },
  {
    far: 'M0 66C20 74 40 80 58 70S84 54 100 60V100H0Z',
    near: 'M0 84C26 92 62 74 100 88V100H0Z',
    sun: [19, 30],
  },
  {
    far: 'M0 72 22 54 40 70 62 48 100 76V100H0Z',
    near: 'M0 88C34 78 70 94 100 84V100H0Z',
    sun: [82, 26],
  },
  {
    far: 'M0 74q12-10 25 0t25 0 25 0 25 0V100H0Z',
    near: 'M0 86q12-8 25 0t25 0 25 0 25 0V100H0Z',
    sun: [20, 34],
  },
  {
    far: 'M0 60C30 58 46 84 100 80V100H0Z',
    near: 'M0 92C40 88 66 74 100 70V100H0Z',
    sun: [80, 34],
  },
  {
    far: 'M0 80C16 60 34 60 50 80 62 64 84 62 100 76V100H0Z',
    near: 'M0 92C30 84 60 86 100 92V100H0Z',
    sun: [21, 26],
  },
];

/** Picks one of six views from the title, so that an entry always shows the same one. */
export function viewOf(title: string): PlateView {
  const sum = [...title].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  // The sum is an integer, so the remainder is an index of the list.
  return VIEWS[sum % VIEWS.length] as PlateView;
}

/**
 * Returns the first letter of a title as a capital, without a leading "A" or "The"; undefined for a
 * title without a letter.
 */
export function letterOf(title: string): string | undefined {
  const [letter] = /\p{L}/u.exec(title.normalize('NFC').replace(/^\s*(?:A|The)\s+/i, '')) ?? [];
  // Letters whose uppercase form has two letters, such as "ß", stay as they are.
  const capital = letter?.toUpperCase();
  return capital?.length === letter?.length ? capital : letter;
}
