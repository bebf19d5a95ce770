import type { ReactNode } from 'react';
import type { User } from '#features/sessions/contract.ts';
import { zoneMessage } from '#features/settings/domain/time-zones.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { NotLoaded } from '#platform/web/ui/EmptyState.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { Device } from '../contract.ts';
import { DeviceList } from './DeviceList.tsx';
import { PairingCodePanel } from './PairingCodePanel.tsx';
import { useDevices, type useMakePairingCode } from './queries.ts';

interface SetUpTabletProps {
  person: User;
  /** The mutation that creates the code. */
  code: ReturnType<typeof useMakePairingCode>;
  timezone: string;
  tryAlarm: (device: Device, personId: string) => ReactNode;
  onClose: () => void;
}

/** The code that pairs a tablet with this person, and the person's devices. */
export function SetUpTablet(props: SetUpTabletProps) {
  const { person, code, timezone, onClose } = props;
  const devices = useDevices(person.id);
  const now = useNow(30_000);
  const makeNew = () => code.mutate({ params: { id: person.id } });
  return (
    <Dialog
      title={`Set up the tablet of ${fullName(person)}`}
      onClose={onClose}
      footer={<Button onPress={onClose}>Done</Button>}
    >
      {code.isIdle ? (
        <div className="grid justify-items-start gap-3 rounded-box bg-ground p-5">
          <p>
            With a code a tablet becomes {person.firstName}’s: the square for its camera, or eight
            characters to type. It works once.
          </p>
          <Button onPress={makeNew}>Show a code</Button>
        </div>
      ) : null}
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
        <NotLoaded text={sentenceOf(code.error, 'The code could not be made.')} onRetry={makeNew} />
      ) : null}
      <DeviceList
        personId={person.id}
        firstName={person.firstName}
        query={devices}
        timezone={timezone}
        tryAlarm={props.tryAlarm}
      />
      <p className="text-help text-soft">{zoneMessage(timezone, now)}</p>
    </Dialog>
  );
}
