import { useState } from 'react';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { FormDialog } from '#kit/web/ui/FormDialog.tsx';
import { TextField } from '#kit/web/ui/TextField.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import { useDownload } from './queries.ts';

/** Asks the password again; then the browser saves the file while it comes. */
export function DownloadDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const { form, show } = useFirstError();
  const download = useDownload();

  const refuse = (sentence: string | undefined) => {
    setError(sentence);
    show();
  };
  const begin = async () => {
    try {
      await download.mutateAsync(password);
      toast.success('The download has begun', 'Your browser shows how far it is.');
      onClose();
    } catch (failure) {
      toast.error('Error', sentenceOf(failure, 'The download could not begin. Please try again.'));
      refuse(failure instanceof ApiError ? failure.fields.password : undefined);
    }
  };
  const submit = () => {
    setError(undefined);
    if (password === '') refuse('Please enter your password.');
    else void begin();
  };

  return (
    <FormDialog
      title="Download everything"
      action="Download"
      isPending={download.isPending}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        You get one zip file with a note that says what is in it. Keep it where only you can read
        it: it tells a lot about the people in it.
      </p>
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        isRequired
        value={password}
        onChange={setPassword}
        error={error}
      />
    </FormDialog>
  );
}
