import upload from '@phosphor-icons/core/assets/duotone/tray-arrow-up-duotone.svg?raw';
import { sentenceOf } from '#platform/web/api.ts';
import { useAction } from '#platform/web/forms/use-action.ts';
import { useWarningBeforeLeaving } from '#platform/web/forms/use-warning-before-leaving.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { FileDrop } from '#platform/web/ui/FileDrop.tsx';
import { Progress } from '#platform/web/ui/Progress.tsx';
import { importedMessage } from './imported-messages.ts';
import { useImportHousehold } from './queries.ts';

const TYPES = ['application/zip', 'application/x-zip-compressed', '.zip'];

/** Imports the download of another household while this one is empty. */
export function ImportHousehold() {
  const { share, bringIn, stop } = useImportHousehold();
  useWarningBeforeLeaving(share !== undefined);

  const begin = useAction({
    call: bringIn,
    success: (result) => ({ title: 'Everything is here', text: importedMessage(result) }),
    failure: problemOf,
    isInline: true,
  });
  const problem = share === undefined ? begin.refusal : undefined;
  return (
    <div className="grid gap-3 border-line border-t pt-5">
      <p className="max-w-170">
        This household is still empty. You can bring in what was downloaded from another one.
      </p>
      {share === undefined ? (
        <FileDrop
          icon={upload}
          prompt="Bring in a download"
          hint="The zip file, as it was downloaded"
          types={TYPES}
          onFile={begin.run}
        />
      ) : (
        <OnItsWay share={share} onStop={stop} />
      )}
      {problem === undefined ? null : (
        <p role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

/**
 * Returns the error message of an import. Only an answer of the server proves that nothing was
 * imported; after a lost connection the import may continue.
 */
function problemOf(error: unknown): string {
  const sentence = sentenceOf(error, '');
  return sentence === ''
    ? 'The connection to the server was lost. Please look in a few minutes whether everything is here.'
    : `${sentence} Nothing was brought in.`;
}

/**
 * Shows the progress of the upload; after it, a text that processing the photos takes some minutes.
 */
function OnItsWay({ share, onStop }: { share: number; onStop: () => void }) {
  const isSent = share >= 1;
  return (
    <div className="grid gap-3">
      <Progress label={isSent ? 'The file is there' : 'Sending the file'} share={share} />
      {isSent ? (
        <p role="status">
          It is being checked, and the photos are made ready. With many photos this takes some
          minutes. Please leave this page open.
        </p>
      ) : (
        <Button variant="outline" className="justify-self-start" onPress={onStop}>
          Stop
        </Button>
      )}
    </div>
  );
}
