import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';

interface RowButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'aria-label'> {
  word: string;
  /** Name of the list row, which screen readers announce after the word. */
  of: string;
}

/** A button with one word for an action on a row of a list. */
export function RowButton({ word, of, variant = 'quiet', ...button }: RowButtonProps) {
  return (
    <Button {...button} variant={variant} aria-label={`${word} ${of}`}>
      {word}
    </Button>
  );
}
