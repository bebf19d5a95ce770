import { binPromise } from '#features/bin/domain/bin-promise.ts';
import { useUndoDeletion } from '#features/bin/web/queries.ts';
import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import type { Medication } from '../../contract.ts';
import { useDeleteMedication } from '../queries.ts';

interface DeleteMedicationProps {
  medication: Medication;
  onClose: () => void;
}

/** Asks for a confirmation, then deletes the medication. Its history stays. */
export function DeleteMedication({ medication, onClose }: DeleteMedicationProps) {
  const remove = useDeleteMedication();
  const undoable = useUndoDeletion();
  return (
    <ConfirmDialog
      title="Delete medication"
      text={`Are you sure you want to delete the medication "${medication.name}"? ${binPromise()}`}
      action="Delete"
      call={() => remove.mutateAsync({ params: { id: medication.id } })}
      success={() => ({
        title: 'Success',
        text: 'Medication deleted successfully.',
        ...undoable({ name: medication.name, ids: [medication.id] }),
      })}
      failure={{ title: 'Failed to delete medication', text: 'Please try again.' }}
      onClose={onClose}
    />
  );
}
