import { FormDialog } from '#platform/web/forms/FormDialog.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { TextField } from '#platform/web/ui/TextField.tsx';
import { useDeleteHousehold } from './queries.ts';

/** Lists what is deleted and requires the Customer ID as confirmation. */
export function DeleteDialog({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const deletion = useDeleteHousehold();
  const form = useForm({
    fieldsOf: () => ({ customerId: '' }),
    check: (typed) => errorsOf(typed, customerId),
    send: (typed) => deletion.mutateAsync(typed.customerId.trim()),
    failure: { title: 'Nothing was deleted', text: 'Please try again.' },
    isFleeting: true,
  });
  return (
    <FormDialog
      title="Delete this household"
      action="Delete for good"
      isDangerous
      keep="Keep everything"
      form={form}
      onClose={onClose}
    >
      <p>
        Everybody’s sign-in, all medications with their history, the calendar, content, settings and
        every photo are deleted. This cannot be undone.
      </p>
      <p>
        <strong className="font-bold">Tablets that are set up stop at once:</strong> they remind of
        no medication any more. The subscription ends today.
      </p>
      <TextField
        label="Customer ID"
        description={`Type ${customerId} to say that you mean it.`}
        autoComplete="off"
        isRequired
        {...form.field('customerId')}
      />
    </FormDialog>
  );
}

function errorsOf(typed: { customerId: string }, customerId: string) {
  const isIt = typed.customerId.trim().toUpperCase() === customerId;
  return isIt ? {} : { customerId: `Please type ${customerId}.` };
}
