import { FormDialog } from '#platform/web/forms/FormDialog.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useDownload } from './queries.ts';

/** Starts the download; the browser saves the file while it arrives. */
export function DownloadDialog({ onClose }: { onClose: () => void }) {
  const download = useDownload();
  const form = useForm({
    fieldsOf: () => ({}),
    send: () => download.mutateAsync(),
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
    </FormDialog>
  );
}
