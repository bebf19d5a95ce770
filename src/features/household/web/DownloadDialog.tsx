import { type FormEvent, useId, useState } from 'react';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { Dialog } from '#kit/web/ui/Dialog.tsx';
import { TextField } from '#kit/web/ui/TextField.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import { useDownload } from './queries.ts';

/** Asks the password again; then the browser saves the file while it comes. */
export function DownloadDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    if (password === '') refuse('Please enter your password.');
    else if (!download.isPending) void begin();
  };

  return (
    <Dialog
      title="Download everything"
      width="narrow"
      onClose={onClose}
      footer={
        <>
          <Button look="outline" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} isPending={download.isPending}>
            Download
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate onSubmit={submit} className="grid gap-4.5">
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
      </form>
    </Dialog>
  );
}
