import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';

interface RowButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'aria-label'> {
  word: string;
  /** Which row it is about, for whoever hears it and does not see the row. */
  of: string;
}

/** What can be done with one row of a list, in a word. */
export function RowButton({ word, of, variant = 'quiet', ...button }: RowButtonProps) {
  return (
    <Button {...button} variant={variant} aria-label={`${word} ${of}`}>
      {word}
    </Button>
  );
}
