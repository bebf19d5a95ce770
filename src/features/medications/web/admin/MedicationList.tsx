import pencil from '@phosphor-icons/core/assets/bold/pencil-simple-bold.svg?raw';
import plus from '@phosphor-icons/core/assets/bold/plus-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import pill from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import pause from '@phosphor-icons/core/assets/fill/pause-circle-fill.svg?raw';
import speaker from '@phosphor-icons/core/assets/fill/speaker-high-fill.svg?raw';
import muted from '@phosphor-icons/core/assets/fill/speaker-slash-fill.svg?raw';
import { useState } from 'react';
import type { Elder } from '#features/people/domain/elders.ts';
import { useElders } from '#features/people/web/queries.ts';
import { useLimit } from '#features/sessions/web/queries.ts';
import { findCurrent } from '#platform/web/find-current.ts';
import { lazyPart, renderNothing } from '#platform/web/lazy-part.tsx';
import { anchorOf } from '#platform/web/scroll-to-anchor.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { OwnerBadge } from '#platform/web/ui/ForWhom.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { RoomLeft } from '#platform/web/ui/RoomLeft.tsx';
import { RowButton } from '#platform/web/ui/RowButton.tsx';
import type { Medication } from '../../contract.ts';
import { PillPicture } from '../PillPicture.tsx';
import { useMedications } from '../queries.ts';
import { scheduleMessage } from './medication-messages.ts';

const DeleteMedication = lazyPart(
  async () => (await import('./DeleteMedication.tsx')).DeleteMedication,
  renderNothing,
);

const MedicationDialog = lazyPart(
  async () => (await import('./MedicationDialog.tsx')).MedicationDialog,
  renderNothing,
);

/** On a phone the button floats within reach of the thumb, clear of the safe area and of toasts. */
const FLOATING =
  'floating max-tablet:tall:fixed max-tablet:tall:right-4 max-tablet:tall:bottom-[calc(1rem+env(safe-area-inset-bottom))] max-tablet:tall:z-10 max-tablet:tall:size-14 max-tablet:tall:rounded-full max-tablet:tall:px-0 max-tablet:tall:shadow-e3';

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; medication: Medication };

export function MedicationList({ timezone }: { timezone: string }) {
  const query = useMedications();
  const medications = query.data ?? [];
  const [open, setOpen] = useState<Open>();
  const most = useLimit('medications');
  const elders = useElders();
  const close = () => setOpen(undefined);
  return (
    <Box
      title="Medications"
      icon={pill}
      action={
        <RoomLeft used={query.data?.length} most={most} things="medications">
          <Button icon={plus} className={FLOATING} onPress={() => setOpen({ kind: 'add' })}>
            <span className="max-tablet:tall:sr-only">Add Medication</span>
          </Button>
        </RoomLeft>
      }
    >
      <ListState
        query={query}
        isEmpty={medications.length === 0}
        emptyText="No medications yet. Add the first one."
        errorText="The medications could not be loaded."
      >
        <ul className="divide-y divide-line">
          {medications.map((medication) => (
            <MedicationRow
              key={medication.id}
              medication={medication}
              elders={elders}
              onEdit={() => setOpen({ kind: 'edit', medication })}
              onDelete={() => setOpen({ kind: 'delete', medication })}
            />
          ))}
        </ul>
      </ListState>
      {open?.kind === 'add' ? <MedicationDialog timezone={timezone} onClose={close} /> : null}
      {open?.kind === 'edit' ? (
        <MedicationDialog
          timezone={timezone}
          medication={open.medication}
          present={findCurrent(query.data, open.medication.id)}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'delete' ? (
        <DeleteMedication medication={open.medication} onClose={close} />
      ) : null}
    </Box>
  );
}

interface MedicationRowProps {
  medication: Medication;
  elders: readonly Elder[];
  onEdit: () => void;
  onDelete: () => void;
}

function MedicationRow({ medication, elders, onEdit, onDelete }: MedicationRowProps) {
  const { name, dosage } = medication;
  return (
    <li id={anchorOf(medication.id)} className="flex flex-wrap items-center gap-x-5 gap-y-2 py-4">
      <PillPicture
        url={medication.pillImageUrl}
        alt=""
        className="size-14 flex-none rounded-control bg-call-tint text-[1.9rem] text-call"
      />
      <div className="min-w-0 flex-1 basis-44">
        <p>
          <strong className="font-semibold">{name}</strong> {dosage}
        </p>
        <p className="text-help text-soft">{scheduleMessage(medication)}</p>
      </div>
      <OwnerBadge id={medication.userId} people={elders} />
      <SoundBadge medication={medication} />
      <div className="flex gap-2 max-tablet:w-full max-tablet:justify-end">
        <RowButton word="Edit" of={name} icon={pencil} onPress={onEdit} />
        <RowButton word="Delete" of={name} icon={trash} variant="danger-quiet" onPress={onDelete} />
      </div>
    </li>
  );
}

function SoundBadge({ medication }: { medication: Medication }) {
  if (!medication.isActive) {
    return (
      <Badge tone="info" icon={pause}>
        Paused
      </Badge>
    );
  }
  if (medication.frequency === 'as_needed') return null;
  const sounds = medication.reminderEnabled && medication.soundEnabled;
  return (
    <Badge tone="plain" icon={sounds ? speaker : muted}>
      {medication.reminderEnabled ? `Sound ${sounds ? 'on' : 'off'}` : 'No reminder'}
    </Badge>
  );
}
