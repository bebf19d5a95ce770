import plus from '@phosphor-icons/core/assets/bold/plus-bold.svg?raw';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import type { Entry, ShelfKind } from './content-kinds.ts';
import { ItemFields } from './ItemFields.tsx';
import { missingIn, SHELF_WORDS, wrongIn } from './shelf-messages.ts';
import { useAddItem } from './use-content.ts';

const EMPTY: Entry = { title: '', url: '' };

/** The strip that adds one; what was typed stays until it has been added. */
export function AddItem({ kind }: { kind: ShelfKind }) {
  const { one, One } = SHELF_WORDS[kind];
  const titleId = useId();
  const [entry, setEntry] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Entry>>({});
  const { form, show } = useFirstError();
  const add = useAddItem(kind);
  const refuse = (wrong: Partial<Entry>) => {
    setErrors(wrong);
    show();
  };
  const save = async () => {
    setErrors({});
    try {
      await add.mutateAsync(entry);
      setEntry(EMPTY);
      toast.success('Success', `${One} added successfully`);
      form.current?.querySelector('input')?.focus();
    } catch (error) {
      const wrong = error instanceof ApiError ? wrongIn(error.fields) : {};
      toast.error('Error', sentenceOf(error, `Failed to add ${one}`));
      refuse(wrong);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const missing = missingIn(entry, kind);
    const [sentence] = Object.values(missing);
    if (sentence === undefined) void save();
    else {
      toast.error('Error', sentence);
      refuse(missing);
    }
  };
  return (
    <form
      ref={form}
      noValidate
      aria-labelledby={titleId}
      onSubmit={submit}
      className="rounded-box bg-ground px-4 py-5 tablet:px-5.5"
    >
      <h2 id={titleId} className="mb-1.5 font-bold text-section">
        Add {kind === 'articles' ? 'an' : 'a'} {one}
      </h2>
      <div className="grid gap-4 broad:grid-cols-[3fr_2fr_auto]">
        <ItemFields kind={kind} entry={entry} errors={errors} onChange={setEntry} isNew />
        <Button
          type="submit"
          icon={plus}
          isPending={add.isPending}
          className="min-h-12.5 broad:mt-7.5 broad:self-start"
        >
          Add {one}
        </Button>
      </div>
    </form>
  );
}
