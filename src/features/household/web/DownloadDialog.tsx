import { FormDialog } from '#kit/web/forms/FormDialog.tsx';
import { OwnPasswordField } from '#kit/web/forms/OwnPasswordField.tsx';
import { useForm } from '#kit/web/forms/use-form.ts';
import { useDownload } from './queries.ts';

/** Asks the password again; then the browser saves the file while it comes. */
export function DownloadDialog({ onClose }: { onClose: () => void }) {
  const download = useDownload();
  const form = useForm({
    fieldsOf: () => ({ password: '' }),
    check: ({ password }) => (password === '' ? { password: 'Please enter your password.' } : {}),
    send: ({ password }) => download.mutateAsync(password),
    success: { title: 'The download has begun', text: 'Your browser shows how far it is.' },
    failure: 'The download could not begin. Please try again.',
    onDone: onClose,
    isFleeting: true,
  });
  return (
    <FormDialog title="Download everything" action="Download" form={form} onClose={onClose}>
      <p>
        You get one zip file with a note that says what is in it. Keep it where only you can read
        it: it tells a lot about the people in it.
      </p>
      <OwnPasswordField field={form.field('password')} />
    </FormDialog>
  );
}
