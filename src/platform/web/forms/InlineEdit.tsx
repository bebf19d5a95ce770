import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import type { SentForm } from './use-form.ts';

interface InlineEditProps {
  /** Accessible name of the form. */
  label: string;
  form: SentForm;
  onCancel: () => void;
  className?: string;
  children: ReactNode;
}

/** Edits a row in place: Save or Enter applies the changes, Cancel or Escape discards them. */
export function InlineEdit(props: InlineEditProps) {
  const { label, form, onCancel, className = '', children } = props;
  return (
    <form
      {...form.props}
      aria-label={label}
      onKeyDown={(event) => {
        // Escape closes an open menu or calendar first.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onCancel();
      }}
      className={`my-2 grid gap-4 rounded-box border-2 border-gold-line bg-gold-soft p-4 ${className}`}
    >
      {children}
      <div className="col-span-full flex flex-wrap gap-2.5">
        <Button type="submit" icon={check} isPending={form.isPending}>
          Save
        </Button>
        <Button variant="outline" onPress={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
