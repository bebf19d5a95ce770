const LAYOUTS = [
  'No button is shown. Only the time, the weather and what is next today are left on the tablet.',
  'One button across the whole screen.',
  'Two buttons side by side.',
  'Three buttons in one row.',
  'Four buttons, two by two.',
  'Three buttons above, two wider ones below.',
  'Six buttons in two rows of three.',
];

/** Describes the layout of the home screen with that number of shown buttons. */
export function layoutMessage(shown: number): string {
  return LAYOUTS[shown] ?? 'The first six are seen at once. For the others the screen scrolls.';
}
