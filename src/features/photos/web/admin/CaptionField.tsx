import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { FIELD_SIZES, INPUT } from '#kit/web/ui/variants.ts';
import type { Photo } from '../../contract.ts';
import { useCaption } from '../queries.ts';

const LONGEST_CAPTION = 500;

interface CaptionFieldProps {
  photo: Photo;
  /** How the photo is called, for those who do not see it. */
  name: string;
  onDone: () => void;
}

/** The caption while it is changed: Save or Enter applies it, Cancel or Escape discards it. */
export function CaptionField({ photo, name, onDone }: CaptionFieldProps) {
  const [caption, setCaption] = useState(photo.caption);
  const save = useCaption();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    try {
      await save.mutateAsync({ photo, caption });
      toast.success('Photo description updated');
      onDone();
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'Failed to update photo description'));
    }
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDone();
  };
  return (
    <form onSubmit={(event) => void submit(event)} onKeyDown={leave} className="grid gap-2.5">
      <input
        ref={input}
        aria-label={`Caption of ${name}`}
        value={caption}
        maxLength={LONGEST_CAPTION}
        autoComplete="off"
        onChange={(event) => setCaption(event.target.value)}
        className={`${INPUT} ${FIELD_SIZES.usual}`}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button type="submit" isPending={save.isPending}>
          Save
        </Button>
        <Button variant="outline" onPress={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
