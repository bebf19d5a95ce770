import { type FormEvent, useId, useState } from 'react';
import { useElders } from '#features/people/web/queries.ts';
import { usePillUpload } from '#features/pictures/web/queries.ts';
import { localDate } from '#kit/shared/zoned-time.ts';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { toast } from '#kit/web/toasts.tsx';
import { AlertDialog } from '#kit/web/ui/AlertDialog.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { ClashNotice } from '#kit/web/ui/ClashNotice.tsx';
import { Dialog } from '#kit/web/ui/Dialog.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import { useSharedEdit } from '#kit/web/use-shared-edit.ts';
import type { Medication } from '../contract.ts';
import { MedicationFormFields } from './MedicationFormFields.tsx';
import {
  type CompleteFields,
  errorsIn,
  fieldsOf,
  isComplete,
  type MedicationFields,
} from './medication-form.ts';
import { FIELD_NAMES, fieldMessage } from './medication-messages.ts';
import { useAddMedication, useUpdateMedication } from './queries.ts';

interface MedicationDialogProps {
  /** The one to edit; without it a new one is added. */
  medication?: Medication;
  /** The same as it is known now; null when somebody else deleted it. */
  present?: Medication | null | undefined;
  timezone: string;
  onClose: () => void;
}

/** Adds a medication or changes one. */
export function MedicationDialog(props: MedicationDialogProps) {
  const { medication, present, timezone, onClose } = props;
  const id = useId();
  const shared = useSharedEdit({
    opened: medication,
    present,
    fieldsOf: (thing: Medication | undefined) =>
      fieldsOf(thing, localDate(new Date(serverNow()), timezone)),
  });
  const { fields, setFields } = shared;
  const elders = useElders();
  const [isSubmitted, setSubmitted] = useState(false);
  const { form, show } = useFirstError();
  const save = useSaving(medication, shared.save, onClose);
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
          <Button variant="outline" onPress={onClose}>
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
      {save.question === undefined ? null : (
        <AlertDialog
          title="Already there"
          text={`${save.question.sentence} Add it again?`}
          action="Add it again"
          isPending={save.isPending}
          onConfirm={save.question.again}
          onClose={save.question.close}
        />
      )}
      <form ref={form} id={id} noValidate onSubmit={submit} className="grid gap-4.5">
        <ClashNotice
          edit={shared.edit}
          isGone={shared.isGone}
          thing="medication"
          labels={FIELD_NAMES}
          words={(name, known) => fieldMessage(name, known, elders)}
          onChoose={shared.choose}
        />
        <MedicationFormFields
          medication={present ?? medication}
          fields={fields}
          errors={isSubmitted ? errorsIn(fields) : {}}
          onChange={setFields}
          upload={upload}
          elders={elders}
          timezone={timezone}
          onPicture={(pillImageUrl) => setFields((present) => ({ ...present, pillImageUrl }))}
        />
      </form>
    </Dialog>
  );
}

type Save = ReturnType<typeof useSharedEdit<MedicationFields, Medication>>['save'];

function useSaving(medication: Medication | undefined, save: Save, onDone: () => void) {
  const add = useAddMedication();
  const update = useUpdateMedication();
  const [asked, setAsked] = useState<{ sentence: string; fields: CompleteFields }>();
  const [done, failed] = medication
    ? ['Medication updated successfully.', 'Failed to update medication']
    : ['Medication added successfully.', 'Failed to add medication'];
  const run = (fields: CompleteFields, evenIfThere = false) =>
    save({
      send: (changed, { version }) =>
        medication
          ? update.mutateAsync({ id: medication.id, version, ...withDate(changed) })
          : add.mutateAsync({ ...fields, evenIfThere }),
      done: () => {
        toast.success('Success', done);
        onDone();
      },
      failed: (error) => {
        const isAsked = !medication && error instanceof ApiError && error.status === 409;
        if (isAsked && error.sentence) setAsked({ sentence: error.sentence, fields });
        else toast.error(failed, sentenceOf(error, 'Please try again.'));
      },
    });
  const close = () => setAsked(undefined);
  const question = asked && {
    sentence: asked.sentence,
    close,
    again: () => {
      close();
      void run(asked.fields, true);
    },
  };
  return { run, question, isPending: add.isPending || update.isPending };
}

/** A form that was complete has a start date. */
function withDate({ startDate, ...changed }: Partial<MedicationFields>) {
  return startDate ? { ...changed, startDate } : changed;
}
