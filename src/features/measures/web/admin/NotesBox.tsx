import pencil from '@phosphor-icons/core/assets/bold/pencil-simple-bold.svg?raw';
import plus from '@phosphor-icons/core/assets/bold/plus-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import notebook from '@phosphor-icons/core/assets/duotone/notebook-duotone.svg?raw';
import { useState } from 'react';
import { formatMonthDay } from '#platform/shared/zoned-time.ts';
import { lazyPart, renderNothing } from '#platform/web/lazy-part.tsx';
import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { RowButton } from '#platform/web/ui/RowButton.tsx';
import type { DayNote } from '../../note-contract.ts';
import { useChangeNote, useDayNotes, useRemoveNote } from '../queries.ts';
import { useDeletion } from './use-deletion.ts';

const NoteDialog = lazyPart(
  async () => (await import('./NoteDialog.tsx')).DayNoteDialog,
  renderNothing,
);

interface NotesBoxProps {
  userId: string;
  from: string;
  today: string;
}

export function NotesBox({ userId, from, today }: NotesBoxProps) {
  const query = useDayNotes({ userId, from, to: today });
  const notes = query.data ?? [];
  const [open, setOpen] = useState<'add' | DayNote>();
  const edited = typeof open === 'object' ? open : undefined;
  return (
    <>
      <Box
        title="Notes"
        icon={notebook}
        action={
          <Button variant="quiet" icon={plus} onPress={() => setOpen('add')}>
            Write a note
          </Button>
        }
      >
        <ListState
          query={query}
          isEmpty={notes.length === 0}
          emptyText="No notes about these days. The doctor’s page has those of the last 30."
          errorText="The notes could not be loaded."
        >
          <ul className="divide-y divide-line">
            {notes.map((note) => (
              <NoteLine key={note.id} note={note} onEdit={() => setOpen(note)} />
            ))}
          </ul>
        </ListState>
      </Box>
      {open ? (
        <NoteDialog
          {...{ userId, today }}
          opened={edited}
          present={edited && (notes.find(({ id }) => id === edited.id) ?? null)}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </>
  );
}

function NoteLine({ note, onEdit }: { note: DayNote; onEdit: () => void }) {
  const remove = useDeletion({
    kind: 'note',
    remove: useRemoveNote().mutateAsync,
    change: useChangeNote().mutateAsync,
    words: (gone) => `The note of ${formatMonthDay(gone.date)}.`,
  });
  const day = formatMonthDay(note.date);
  const changed = note.correctedBy === null ? '' : `, changed by ${note.correctedBy}`;
  return (
    <li className="flex flex-wrap items-start gap-x-5 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="whitespace-pre-line wrap-anywhere">
          <strong className="font-semibold">{day}.</strong> {note.text}
        </p>
        <p className="text-help text-soft">
          By {note.personName}
          {changed}
        </p>
      </div>
      <div className="flex gap-1 max-tablet:w-full max-tablet:justify-end">
        <RowButton word="Change" of={`the note of ${day}`} icon={pencil} onPress={onEdit} />
        <RowButton
          word="Delete"
          of={`the note of ${day}`}
          icon={trash}
          isPending={remove.isPending}
          onPress={() => remove.run(note)}
        />
      </div>
    </li>
  );
}
