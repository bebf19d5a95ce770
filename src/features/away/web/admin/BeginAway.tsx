import suitcase from '@phosphor-icons/core/assets/bold/suitcase-simple-bold.svg?raw';
import { useState } from 'react';
import { lazyPart, renderNothing } from '#platform/web/lazy-part.tsx';
import { Button } from '#platform/web/ui/Button.tsx';

const AwayDialog = lazyPart(
  async () => (await import('./AwayDialog.tsx')).AwayDialog,
  renderNothing,
);

interface BeginAwayProps {
  /** The name of the medication whose dose is pending, for the accessible label. */
  name: string;
  /** The elder who takes the medication, or 'system'. */
  userId: string;
  /** The scheduled time of the dose. */
  since: Date;
  timezone: string;
}

/** Adds an away period from the scheduled time of an unanswered dose. */
export function BeginAway({ name, userId, since, timezone }: BeginAwayProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        icon={suitcase}
        aria-label={`Away, since ${name} was due`}
        onPress={() => setOpen(true)}
      >
        Away
      </Button>
      {isOpen ? (
        <AwayDialog beginning={{ userId, at: since, timezone }} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
