import { useEffect, useState } from 'react';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { InlineEdit } from '#kit/web/ui/InlineEdit.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import { ItemFields } from './ItemFields.tsx';
import { missingIn, SHELF_WORDS, wrongIn } from './shelf-words.ts';
import type { Entry, ShelfItem, ShelfKind } from './shelves.ts';
import { useUpdateItem } from './use-shelf.ts';

interface EditItemProps {
  kind: ShelfKind;
  item: ShelfItem;
  onDone: () => void;
}

/** A row while it is changed: Save or Enter applies it, Cancel or Escape discards it. */
export function EditItem({ kind, item, onDone }: EditItemProps) {
  const { one, One } = SHELF_WORDS[kind];
  const [entry, setEntry] = useState<Entry>({ title: item.title, url: item.url });
  const [errors, setErrors] = useState<Partial<Entry>>({});
  const { form, show } = useFirstError();
  const update = useUpdateItem(kind);
  useEffect(() => form.current?.querySelector('input')?.focus(), [form]);
  const refuse = (wrong: Partial<Entry>) => {
    setErrors(wrong);
    show();
  };
  const save = async () => {
    setErrors({});
    try {
      await update.mutateAsync({ id: item.id, entry });
      toast.success('Success', `${One} updated successfully`);
      onDone();
    } catch (error) {
      toast.error('Error', sentenceOf(error, `Failed to update ${one}`));
      refuse(error instanceof ApiError ? wrongIn(error.fields) : {});
    }
  };
  const submit = () => {
    const missing = missingIn(entry, kind);
    if (Object.keys(missing).length === 0) void save();
    else refuse(missing);
  };
  return (
    <InlineEdit
      label={`Edit ${item.title}`}
      form={form}
      isPending={update.isPending}
      onSave={submit}
      onCancel={onDone}
      className="tablet:grid-cols-2"
    >
      <ItemFields kind={kind} entry={entry} errors={errors} onChange={setEntry} />
    </InlineEdit>
  );
}
