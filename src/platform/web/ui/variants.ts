/** Field heights with matching text sizes. */
export const FIELD_SIZES = {
  usual: 'min-h-12.5 rounded-control px-3.5',
  large: 'min-h-13.5 rounded-control px-4',
  'sign-in': 'min-h-15.5 rounded-[1rem] px-4.5 text-field',
};

/** Classes of fields that offer a choice. */
export const CHOICE =
  'w-full border border-line-strong bg-white text-ink group-data-invalid:border-2 group-data-invalid:border-danger';

export const INPUT = `${CHOICE} read-only:border-transparent read-only:bg-sunk`;

/** Classes of the overlay behind a dialog. */
export const OVERLAY = 'look-admin fixed inset-0 z-40 flex animate-arrive bg-scrim';
