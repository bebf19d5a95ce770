import { type KeyboardEvent, useEffect } from 'react';
import { useForm } from '#platform/web/forms/use-form.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { FIELD_SIZES, INPUT } from '#platform/web/ui/variants.ts';
import type { Photo } from '../../contract.ts';
import { MAX_CAPTION_LENGTH } from '../../limits.ts';
import { useCaption } from '../queries.ts';

interface CaptionFieldProps {
  photo: Photo;
  /** Accessible name of the photo. */
  name: string;
  onDone: () => void;
}

/** Caption field: Save or Enter applies it, Cancel or Escape discards it. */
export function CaptionField({ photo, name, onDone }: CaptionFieldProps) {
  const save = useCaption();
  const form = useForm({
    fieldsOf: () => ({ caption: photo.caption }),
    send: ({ caption }) => save.mutateAsync({ params: { id: photo.id }, body: { caption } }),
    success: { title: 'Photo description updated' },
    failure: 'Failed to update photo description',
    onDone,
  });
  const { ref } = form.props;
  useEffect(() => ref.current?.querySelector('input')?.select(), [ref]);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDone();
  };
  return (
    <form {...form.props} onKeyDown={leave} className="grid gap-2.5">
      <input
        aria-label={`Caption of ${name}`}
        value={form.fields.caption}
        maxLength={MAX_CAPTION_LENGTH}
        autoComplete="off"
        onChange={(event) => form.setFields({ caption: event.target.value })}
        className={`${INPUT} ${FIELD_SIZES.usual}`}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button type="submit" isPending={form.isPending}>
          Save
        </Button>
        <Button variant="outline" onPress={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
