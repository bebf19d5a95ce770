import type { User } from '#features/sessions/contract.ts';
import { sentenceOf } from '#kit/web/api.ts';
import { Button } from '#kit/web/ui/Button.tsx';
import { Dialog } from '#kit/web/ui/Dialog.tsx';
import { EmptyState } from '#kit/web/ui/EmptyState.tsx';
import { Skeleton } from '#kit/web/ui/Skeleton.tsx';
import { DeviceList } from './DeviceList.tsx';
import { PairingCodePanel } from './PairingCodePanel.tsx';
import { nameOf } from './people-words.ts';
import { useDevices, type useMakePairingCode } from './queries.ts';

interface SetUpTabletProps {
  person: User;
  /** The code that was asked for as this opened. */
  code: ReturnType<typeof useMakePairingCode>;
  timezone: string;
  onClose: () => void;
}

/** The code that signs a tablet in as this person, and where they are signed in already. */
export function SetUpTablet({ person, code, timezone, onClose }: SetUpTabletProps) {
  const devices = useDevices(person.id);
  const makeNew = () => code.mutate(person.id);
  return (
    <Dialog
      title={`Set up the tablet of ${nameOf(person)}`}
      onClose={onClose}
      footer={<Button onPress={onClose}>Done</Button>}
    >
      {code.data ? (
        <PairingCodePanel
          code={code.data}
          devices={devices.data ?? []}
          firstName={person.firstName}
          isPending={code.isPending}
          onNew={makeNew}
        />
      ) : null}
      {code.isPending && !code.data ? (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-60 w-full" />
        </div>
      ) : null}
      {code.isError ? (
        <EmptyState text={sentenceOf(code.error, 'The code could not be made.')}>
          <Button look="outline" onPress={makeNew}>
            Try again
          </Button>
        </EmptyState>
      ) : null}
      <DeviceList personId={person.id} query={devices} timezone={timezone} />
    </Dialog>
  );
}
