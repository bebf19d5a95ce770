import { useEffect, useState } from 'react';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { ClashNotice } from '#kit/web/ui/ClashNotice.tsx';
import { InlineEdit } from '#kit/web/ui/InlineEdit.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import { useSharedEdit } from '#kit/web/use-shared-edit.ts';
import type { Entry, ShelfItem, ShelfKind } from './content-kinds.ts';
import { ItemFields } from './ItemFields.tsx';
import { missingIn, SHELF_WORDS, wrongIn } from './shelf-messages.ts';
import { useUpdateItem } from './use-content.ts';

interface EditItemProps {
  kind: ShelfKind;
  item: ShelfItem;
  /** The same as it is known now; null when somebody else deleted it. */
  present: ShelfItem | null | undefined;
  onDone: () => void;
}

const FIELD_NAMES = { title: 'Title', url: 'Address' };

const entryOf = (thing: ShelfItem | undefined): Entry => ({
  title: thing?.title ?? '',
  url: thing?.url ?? '',
});

/** A row while it is changed: Save or Enter applies it, Cancel or Escape discards it. */
export function EditItem({ kind, item, present, onDone }: EditItemProps) {
  const { one, One } = SHELF_WORDS[kind];
  const [opened] = useState(item);
  const shared = useSharedEdit({ opened, present, fieldsOf: entryOf });
  const { fields: entry, setFields: setEntry } = shared;
  const [errors, setErrors] = useState<Partial<Entry>>({});
  const { form, show } = useFirstError();
  const update = useUpdateItem(kind);
  useEffect(() => form.current?.querySelector('input')?.focus(), [form]);
  const refuse = (wrong: Partial<Entry>) => {
    setErrors(wrong);
    show();
  };
  const save = () => {
    setErrors({});
    return shared.save({
      send: (changed, { version }) =>
        update.mutateAsync({ id: item.id, change: { ...changed, version } }),
      done: () => {
        toast.success('Success', `${One} updated successfully`);
        onDone();
      },
      failed: (error) => {
        toast.error('Error', sentenceOf(error, `Failed to update ${one}`));
        refuse(error instanceof ApiError ? wrongIn(error.fields) : {});
      },
    });
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
      <ClashNotice
        edit={shared.edit}
        isGone={shared.isGone}
        thing={one}
        labels={FIELD_NAMES}
        words={(name, known) => known[name]}
        onChoose={shared.choose}
      />
      <ItemFields kind={kind} entry={entry} errors={errors} onChange={setEntry} />
    </InlineEdit>
  );
}
