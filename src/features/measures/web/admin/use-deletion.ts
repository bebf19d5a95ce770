import { attempt } from '#platform/web/forms/attempt.ts';
import { useAction } from '#platform/web/forms/use-action.ts';
import type { MeasureValue } from '../../contract.ts';
import type { DayNote } from '../../note-contract.ts';

type Deletable = MeasureValue | DayNote;

interface Deletion<Thing extends Deletable> {
  /** 'value' or 'note'. */
  readonly kind: string;
  readonly remove: (input: { params: { id: string } }) => Promise<Thing>;
  readonly change: (input: {
    params: { id: string };
    body: { version: number; isTakenBack: false };
  }) => Promise<Thing>;
  /** Returns a sentence about the deleted item. */
  readonly words: (gone: Thing) => string;
}

/** Deletes a value or a note, with an undo button. */
export function useDeletion<Thing extends Deletable>(deletion: Deletion<Thing>) {
  const { kind, remove, change, words } = deletion;
  const putBack = ({ id, version }: Thing) =>
    void attempt(() => change({ params: { id }, body: { version, isTakenBack: false } }), {
      success: { title: 'Restored', text: `The ${kind} is there again.` },
      failure: `The ${kind} could not be put back.`,
    });
  return useAction({
    call: ({ id }: Thing) => remove({ params: { id } }),
    success: (gone) => ({
      title: 'Deleted',
      text: words(gone),
      action: { label: 'Undo', onPress: () => putBack(gone) },
    }),
    failure: `The ${kind} could not be deleted.`,
  });
}
