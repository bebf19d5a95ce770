import { lazyPart } from '../lazy-part.tsx';
import { FieldPlace } from './Field.tsx';

/** One of many, found by typing a part of its name; the button shows them all. Comes by itself. */
export const SearchSelect = lazyPart(
  async () => (await import('./SearchSelectField.tsx')).SearchSelectField,
  FieldPlace,
);
