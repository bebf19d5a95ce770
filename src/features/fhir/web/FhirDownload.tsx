import record from '@phosphor-icons/core/assets/bold/file-code-bold.svg?raw';
import { ActionButton } from '#platform/web/forms/ActionButton.tsx';
import { saveFile } from '#platform/web/save-file.ts';
import { collectBundle, type Wanted } from './collect.ts';

/**
 * Saves an elder's medications, doses and measurements as a FHIR R4 bundle for health record
 * software.
 */
export function FhirDownload(wanted: Wanted) {
  const save = async () => {
    const made = await collectBundle(wanted);
    saveFile(`medications-${wanted.to}.fhir.json`, 'application/fhir+json', JSON.stringify(made));
  };
  return (
    <ActionButton variant="outline" icon={record} call={save} failure="The file could not be made.">
      Save for a health record (FHIR)
    </ActionButton>
  );
}
