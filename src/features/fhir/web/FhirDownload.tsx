import record from '@phosphor-icons/core/assets/bold/file-code-bold.svg?raw';
import { useAction } from '#kit/web/forms/use-action.ts';
import { saveFile } from '#kit/web/save-file.ts';
import { Button } from '#kit/web/ui/Button.tsx';
import { collectBundle, type Wanted } from './collect.ts';

/** Saves what is known of an elder as a FHIR R4 bundle, which health records can read. */
export function FhirDownload(wanted: Wanted) {
  const { run, isPending } = useAction({
    call: async () => {
      const made = await collectBundle(wanted);
      saveFile(`medications-${wanted.to}.fhir.json`, 'application/fhir+json', JSON.stringify(made));
    },
    failure: 'The file could not be made.',
  });
  return (
    <Button variant="outline" icon={record} isPending={isPending} onPress={() => run()}>
      Save for a health record (FHIR)
    </Button>
  );
}
