import { useEffect, useState } from 'react';
import { ClashNotice } from '#platform/web/forms/ClashNotice.tsx';
import { InlineEdit } from '#platform/web/forms/InlineEdit.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import type { ContentKind } from '../../contract.ts';
import type { Entry, ShelfItem } from './content-kinds.ts';
import { ItemFields } from './ItemFields.tsx';
import { problemsIn, SHELF_WORDS, wrongIn } from './shelf-messages.ts';
import { useUpdateItem } from './use-content.ts';

interface EditItemProps {
  kind: ContentKind;
  item: ShelfItem;
  /** The current version of the entry; null if another administrator deleted it. */
  present: ShelfItem | null | undefined;
  onDone: () => void;
}

const entryOf = (thing: ShelfItem | undefined): Entry => ({
  title: thing?.title ?? '',
  url: thing?.url ?? '',
  detail: thing?.detail ?? '',
});

/** The form of an entry in its row: Save or Enter applies it, Cancel or Escape discards it. */
export function EditItem({ kind, item, present, onDone }: EditItemProps) {
  const { one, One, detail } = SHELF_WORDS[kind];
  const [opened] = useState(item);
  const update = useUpdateItem(kind);
  const form = useForm({
    opened,
    present,
    fieldsOf: entryOf,
    check: (entry) => problemsIn(entry, kind),
    send: (_, { changed, version }) =>
      update.mutateAsync({ params: { id: item.id }, body: { ...changed, version } }),
    success: `${One} updated successfully`,
    failure: `Failed to update ${one}`,
    wrongIn,
    onDone,
  });
  const { ref } = form.props;
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  return (
    <InlineEdit
      label={`Edit ${item.title}`}
      form={form}
      onCancel={onDone}
      className={
        detail ? 'tablet:grid-cols-2 broad:grid-cols-[3fr_3fr_1.4fr]' : 'tablet:grid-cols-2'
      }
    >
      <ClashNotice
        form={form}
        thing={one}
        labels={{ title: 'Title', url: 'Address', detail: detail?.label ?? '' }}
        words={(name, known) => known[name]}
      />
      <ItemFields kind={kind} form={form} />
    </InlineEdit>
  );
}
