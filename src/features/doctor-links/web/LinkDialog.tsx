import link from '@phosphor-icons/core/assets/bold/link-bold.svg?raw';
import { useState } from 'react';
import { ActionButton } from '#platform/web/forms/ActionButton.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { CopyField } from '#platform/web/ui/CopyField.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import type { DoctorLink } from '../contract.ts';
import { linkMessage } from '../domain/link-messages.ts';
import { LINK_DAYS } from '../limits.ts';
import { useDoctorLinks, useEndDoctorLink, useMakeDoctorLink } from './queries.ts';

interface LinkDialogProps {
  elder: { readonly id: string; readonly name: string };
  timezone: string;
  onClose: () => void;
}

const DAYS = LINK_DAYS.map((days) => ({
  value: `${days}`,
  label: days === 1 ? '1 day' : `${days} days`,
}));

/** Creates a link to an elder's page for the doctor, and lists and ends the existing ones. */
export function LinkDialog({ elder, timezone, onClose }: LinkDialogProps) {
  const query = useDoctorLinks();
  const links = query.data?.filter(({ userId }) => userId === elder.id) ?? [];
  return (
    <Dialog
      title={`A link to the page of ${elder.name}`}
      width="narrow"
      onClose={onClose}
      footer={
        <Button variant="outline" onPress={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid gap-4.5">
        <p className="text-soft">
          Whoever has the link reads this page as it is then, without signing in, and nothing else.
          You see here how often it was opened.
        </p>
        <NewLink elder={elder} />
        <section aria-label="Links that stand" className="grid gap-2">
          <h3 className="font-semibold">Links that stand</h3>
          <ListState
            query={query}
            isEmpty={links.length === 0}
            emptyText="There is none."
            errorText="The links could not be loaded."
          >
            <ul className="divide-y divide-line">
              {links.map((each) => (
                <Line key={each.id} link={each} timezone={timezone} />
              ))}
            </ul>
          </ListState>
        </section>
      </div>
    </Dialog>
  );
}

function NewLink({ elder }: Pick<LinkDialogProps, 'elder'>) {
  const make = useMakeDoctorLink();
  const [days, setDays] = useState(DAYS[0]?.value ?? '');
  const [url, setUrl] = useState<string>();
  const chosen = LINK_DAYS.find((each) => `${each}` === days) ?? LINK_DAYS[0];
  if (url !== undefined) {
    return (
      <div className="grid gap-2">
        <CopyField label="The link" text={url} done="The link was copied." />
        <p className="text-help text-soft">It is shown this once: copy it now.</p>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select label="It ends after" options={DAYS} value={days} onChange={setDays} />
      <ActionButton
        icon={link}
        call={() => make.mutateAsync({ body: { userId: elder.id, days: chosen } })}
        failure="The link could not be made."
        onDone={(made) => setUrl(made.url)}
      >
        Make a link
      </ActionButton>
    </div>
  );
}

function Line({ link: standing, timezone }: { link: DoctorLink; timezone: string }) {
  const end = useEndDoctorLink();
  const words = linkMessage(standing, timezone);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2.5">
      <p className="min-w-0 flex-1 basis-56 text-help">
        {words} <span className="text-soft">Made by {standing.madeBy}.</span>
      </p>
      <ActionButton
        variant="danger-quiet"
        aria-label={`End the link. ${words}`}
        call={() => end.mutateAsync({ params: { id: standing.id } })}
        success="The link is ended."
        failure="The link could not be ended."
      >
        End
      </ActionButton>
    </li>
  );
}
