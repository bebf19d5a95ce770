import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { AlertDialog } from '#kit/web/ui/AlertDialog.tsx';
import type { Medication } from '../contract.ts';
import { useDeleteMedication } from './queries.ts';

interface DeleteMedicationProps {
  medication: Medication;
  onClose: () => void;
}

/** Asks, then deletes. The history stays. */
export function DeleteMedication({ medication, onClose }: DeleteMedicationProps) {
  const remove = useDeleteMedication();
  const confirm = async () => {
    try {
      await remove.mutateAsync(medication.id);
      toast.success('Success', 'Medication deleted successfully.');
    } catch (error) {
      toast.error('Failed to delete medication', sentenceOf(error, 'Please try again.'));
    }
    onClose();
  };
  return (
    <AlertDialog
      title="Delete medication"
      text={`Are you sure you want to delete the medication "${medication.name}"? This action cannot be undone.`}
      action="Delete"
      isPending={remove.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
