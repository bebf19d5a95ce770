import suitcase from '@phosphor-icons/core/assets/bold/suitcase-simple-bold.svg?raw';
import { useState } from 'react';
import { lazyPart, nothing } from '#kit/web/lazy-part.tsx';
import { Button } from '#kit/web/ui/Button.tsx';

const AwayDialog = lazyPart(async () => (await import('./AwayDialog.tsx')).AwayDialog, nothing);

interface BeginAwayProps {
  /** Of which a dose waits, for whoever cannot see it. */
  name: string;
  /** The elder it is for, or 'system'. */
  userId: string;
  /** When it was due. */
  since: Date;
  timezone: string;
}

/** Nobody answers a dose because they are not there: from its time on they are away. */
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
