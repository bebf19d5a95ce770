import { useId, useRef, useState } from 'react';
import { useElders } from '#features/people/web/queries.ts';
import { usePillUpload } from '#features/pictures/web/queries.ts';
import { localDate } from '#platform/shared/zoned-time.ts';
import { refusedWith, sentenceOf } from '#platform/web/api.ts';
import { AlreadyReported } from '#platform/web/forms/attempt.ts';
import { ClashNotice } from '#platform/web/forms/ClashNotice.tsx';
import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import { useDiscardQuestion } from '#platform/web/forms/use-discard-question.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import { toast } from '#platform/web/toasts.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import type { Medication } from '../../contract.ts';
import type { MedicationRefusal } from '../../refusals.ts';
import { useAddMedication, useUpdateMedication } from '../queries.ts';
import { MedicationFormFields } from './MedicationFormFields.tsx';
import { errorsIn, fieldsOf, isComplete, type MedicationFields } from './medication-form.ts';
import { FIELD_NAMES, fieldMessage } from './medication-messages.ts';

interface MedicationDialogProps {
  /** The medication to edit; undefined to add one. */
  medication?: Medication;
  /** The current server state of the same medication; null if another administrator deleted it. */
  present?: Medication | null | undefined;
  timezone: string;
  onClose: () => void;
}

export function MedicationDialog(props: MedicationDialogProps) {
  const { medication, present, timezone, onClose } = props;
  const id = useId();
  const { form, question } = useMedicationForm(props);
  const { setFields } = form;
  const elders = useElders();
  const upload = usePillUpload();
  const isUploading = upload.sending !== undefined;
  const discard = useDiscardQuestion(form.isUnsent || isUploading, onClose);
  return (
    <Dialog
      title={medication ? 'Edit Medication' : 'Add Medication'}
      onClose={discard.close}
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
            isPending={form.isPending}
            isDisabled={isUploading}
            aria-describedby={`${id}why`}
          >
            {medication ? 'Save' : 'Add Medication'}
          </Button>
        </>
      }
    >
      {question}
      {discard.question}
      <form {...form.props} id={id} className="grid gap-4.5">
        <ClashNotice
          form={form}
          thing="medication"
          labels={FIELD_NAMES}
          words={(name, known) => fieldMessage(name, known, elders)}
        />
        <MedicationFormFields
          medication={present ?? medication}
          form={form}
          upload={upload}
          elders={elders}
          timezone={timezone}
          onPicture={(pillImageUrl) => setFields((before) => ({ ...before, pillImageUrl }))}
        />
      </form>
    </Dialog>
  );
}

/** Returns the form, and the question whether to add a medication that exists already. */
function useMedicationForm({ medication, present, timezone, onClose }: MedicationDialogProps) {
  const add = useAddMedication();
  const update = useUpdateMedication();
  const [alreadyThere, setAlreadyThere] = useState<string>();
  const evenIfThere = useRef(false);
  const form = useForm({
    opened: medication,
    present,
    fieldsOf: (thing: Medication | undefined) =>
      fieldsOf(thing, localDate(new Date(serverNow()), timezone)),
    check: errorsIn,
    send: async (fields, { changed, version }) => {
      if (!isComplete(fields)) throw new AlreadyReported();
      return medication
        ? update.mutateAsync({
            params: { id: medication.id },
            body: { version, ...withDate(changed) },
          })
        : add.mutateAsync({ body: { ...fields, evenIfThere: evenIfThere.current } });
    },
    success: `Medication ${medication ? 'updated' : 'added'} successfully.`,
    failure: (error) => {
      if (!medication && thereIn(error)) return undefined;
      const title = `Failed to ${medication ? 'update' : 'add'} medication`;
      return { title, text: sentenceOf(error, 'Please try again.') };
    },
    // An error inside the pattern is shown at the pattern field.
    wrongIn: (said) =>
      Object.fromEntries(Object.entries(said).map(([name, words]) => [name.split('.')[0], words])),
    onWrong: () => toast.error('Validation Error', 'Please fill in all required fields.'),
    onRefused: (error) => {
      evenIfThere.current = false;
      if (!medication) setAlreadyThere(thereIn(error));
    },
    onDone: onClose,
  });
  const question =
    alreadyThere === undefined ? null : (
      <ConfirmDialog
        title="Already there"
        text={`${alreadyThere} Add it again?`}
        action="Add it again"
        call={async () => {
          evenIfThere.current = true;
          form.submit();
        }}
        onClose={() => setAlreadyThere(undefined)}
      />
    );
  return { form, question };
}

/**
 * Returns the server's sentence about a duplicate medication, if that was the reason of the
 * refusal.
 */
function thereIn(error: unknown): string | undefined {
  const isThere = refusedWith<MedicationRefusal>(error, 'medication-already-there');
  return isThere ? error.sentence : undefined;
}

function withDate({ startDate, ...changed }: Partial<MedicationFields>) {
  return startDate ? { ...changed, startDate } : changed;
}
