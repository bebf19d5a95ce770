import link from '@phosphor-icons/core/assets/bold/link-bold.svg?raw';
import { useState } from 'react';
import { LinkDialog } from '#features/doctor-links/web/LinkDialog.tsx';
import { FhirDownload } from '#features/fhir/web/FhirDownload.tsx';
import type { ShownElder } from '#features/medications/web/admin/doctor/DoctorPage.tsx';
import { howMessage, SQUARE_DAYS } from '#features/medications/web/admin/doctor/doctor-page.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { addDays } from '#platform/shared/zoned-time.ts';
import { Button } from '#platform/web/ui/Button.tsx';

/** Buttons that share the doctor's page, by a link or as a file. */
export function DoctorActions({ elder, medications, isTheirs, today, timezone }: ShownElder) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" icon={link} onPress={() => setOpen(true)}>
        Share by a link
      </Button>
      <FhirDownload
        {...{ elder, medications, isTheirs }}
        how={(medication) => howMessage({ ...medication, instructions: '' }, today)}
        from={addDays(today, 1 - SQUARE_DAYS)}
        to={today}
      />
      {isOpen ? (
        <LinkDialog
          elder={{ id: elder.id, name: fullName(elder) }}
          timezone={timezone}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
