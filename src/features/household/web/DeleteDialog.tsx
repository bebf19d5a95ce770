import { useState } from 'react';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { FormDialog } from '#kit/web/ui/FormDialog.tsx';
import { TextField } from '#kit/web/ui/TextField.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import { useDeleteHousehold } from './queries.ts';

interface Errors {
  customerId?: string;
  password?: string;
}

/** Says what is lost; the Customer ID and the password are typed before anything is. */
export function DeleteDialog({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const { typed, password, errors, isPending, ...form } = useDeletion(customerId);
  return (
    <FormDialog
      title="Delete this household"
      action="Delete for good"
      isPending={isPending}
      isDangerous
      keep="Keep everything"
      form={form.ref}
      onSubmit={form.submit}
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
        value={typed}
        onChange={form.setTyped}
        error={errors.customerId}
      />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        isRequired
        value={password}
        onChange={form.setPassword}
        error={errors.password}
      />
    </FormDialog>
  );
}

function useDeletion(customerId: string) {
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const { form, show } = useFirstError();
  const deletion = useDeleteHousehold();

  const refuse = (wrong: Errors) => {
    setErrors(wrong);
    show();
  };
  const begin = async () => {
    try {
      await deletion.mutateAsync({ customerId: typed.trim(), password });
    } catch (error) {
      toast.error('Nothing was deleted', sentenceOf(error, 'Please try again.'));
      refuse(error instanceof ApiError ? error.fields : {});
    }
  };
  const submit = () => {
    const wrong = errorsOf(typed, password, customerId);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) show();
    else void begin();
  };
  // It stays pending until the page has gone.
  const isPending = deletion.isPending || deletion.isSuccess;
  return { ref: form, typed, setTyped, password, setPassword, errors, submit, isPending };
}

function errorsOf(typed: string, password: string, customerId: string): Errors {
  const isIt = typed.trim().toUpperCase() === customerId;
  return {
    ...(isIt ? {} : { customerId: `Please type ${customerId}.` }),
    ...(password === '' ? { password: 'Please enter your password.' } : {}),
  };
}
