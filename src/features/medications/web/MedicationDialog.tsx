import { type FormEvent, useId, useState } from 'react';
import { usePillUpload } from '#features/pictures/web/queries.ts';
import { localDate } from '#kit/shared/zoned-time.ts';
import { sentenceOf } from '#kit/web/api.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { toast } from '#kit/web/toasts.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { Dialog } from '#kit/web/ui/Dialog.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import type { Medication } from '../contract.ts';
import { MedicationFormFields } from './MedicationFormFields.tsx';
import { type CompleteFields, errorsIn, fieldsOf, isComplete } from './medication-form.ts';
import { useAddMedication, useUpdateMedication } from './queries.ts';

interface MedicationDialogProps {
  /** The one to edit; without it a new one is added. */
  medication?: Medication;
  timezone: string;
  onClose: () => void;
}

/** Adds a medication or changes one. */
export function MedicationDialog({ medication, timezone, onClose }: MedicationDialogProps) {
  const id = useId();
  const [fields, setFields] = useState(() =>
    fieldsOf(medication, localDate(new Date(serverNow()), timezone)),
  );
  const [isSubmitted, setSubmitted] = useState(false);
  const { form, show } = useFirstError();
  const save = useSaving(medication, onClose);
  const upload = usePillUpload();
  const isUploading = upload.sending !== undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    show();
    if (!isComplete(fields)) {
      toast.error('Validation Error', 'Please fill in all required fields.');
    } else if (!save.isPending && !isUploading) void save.run(fields);
  };

  return (
    <Dialog
      title={medication ? 'Edit Medication' : 'Add Medication'}
      onClose={onClose}
      footer={
        <>
          <p id={`${id}why`} role="status" className="mr-auto self-center text-help text-soft">
            {isUploading ? 'You can save when the photo is uploaded.' : ''}
          </p>
          <Button look="outline" onPress={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            isPending={save.isPending}
            isDisabled={isUploading}
            aria-describedby={`${id}why`}
          >
            {medication ? 'Save' : 'Add Medication'}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate onSubmit={submit} className="grid gap-4.5">
        <MedicationFormFields
          fields={fields}
          errors={isSubmitted ? errorsIn(fields) : {}}
          onChange={setFields}
          upload={upload}
          onPicture={(pillImageUrl) => setFields((present) => ({ ...present, pillImageUrl }))}
        />
      </form>
    </Dialog>
  );
}

function useSaving(medication: Medication | undefined, onDone: () => void) {
  const add = useAddMedication();
  const update = useUpdateMedication();
  const [done, failed] = medication
    ? ['Medication updated successfully.', 'Failed to update medication']
    : ['Medication added successfully.', 'Failed to add medication'];
  const run = async (fields: CompleteFields) => {
    try {
      if (medication) await update.mutateAsync({ id: medication.id, ...fields });
      else await add.mutateAsync(fields);
      toast.success('Success', done);
      onDone();
    } catch (error) {
      toast.error(failed, sentenceOf(error, 'Please try again.'));
    }
  };
  return { run, isPending: add.isPending || update.isPending };
}
