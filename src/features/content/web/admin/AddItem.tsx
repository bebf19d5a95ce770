import plus from '@phosphor-icons/core/assets/bold/plus-bold.svg?raw';
import { useId } from 'react';
import { showFirstError, useForm } from '#platform/web/forms/use-form.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import type { ContentKind } from '../../contract.ts';
import { ItemFields } from './ItemFields.tsx';
import { problemsIn, SHELF_WORDS, wrongIn } from './shelf-messages.ts';
import { useAddItem } from './use-content.ts';

/** The form that adds an entry; it keeps its values until the entry is added. */
export function AddItem({ kind }: { kind: ContentKind }) {
  const { one, One, detail } = SHELF_WORDS[kind];
  const titleId = useId();
  const add = useAddItem(kind);
  const form = useForm({
    fieldsOf: () => ({ title: '', url: '', detail: '' }),
    check: (entry) => problemsIn(entry, kind),
    send: (body) => add.mutateAsync({ body }),
    success: `${One} added successfully`,
    failure: `Failed to add ${one}`,
    wrongIn,
    onWrong: showFirstError,
    onDone: () => {
      form.props.ref.current?.querySelector('input')?.focus();
    },
  });
  return (
    <form
      {...form.props}
      aria-labelledby={titleId}
      className="rounded-box bg-ground px-4 py-5 tablet:px-5.5"
    >
      <h2 id={titleId} className="mb-1.5 font-bold text-section">
        Add {kind === 'articles' ? 'an' : 'a'} {one}
      </h2>
      <div
        className={`grid gap-4 ${detail ? 'broad:grid-cols-[3fr_2fr_1.4fr_auto]' : 'broad:grid-cols-[3fr_2fr_auto]'}`}
      >
        <ItemFields kind={kind} form={form} isNew />
        <Button
          type="submit"
          icon={plus}
          isPending={form.isPending}
          className="min-h-12.5 broad:mt-7.5 broad:self-start"
        >
          Add {one}
        </Button>
      </div>
    </form>
  );
}
