import signOut from '@phosphor-icons/core/assets/bold/sign-out-bold.svg?raw';
import laptop from '@phosphor-icons/core/assets/duotone/desktop-duotone.svg?raw';
import tablet from '@phosphor-icons/core/assets/duotone/device-tablet-duotone.svg?raw';
import question from '@phosphor-icons/core/assets/fill/question-fill.svg?raw';
import speaker from '@phosphor-icons/core/assets/fill/speaker-high-fill.svg?raw';
import muted from '@phosphor-icons/core/assets/fill/speaker-slash-fill.svg?raw';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { Device } from '../contract.ts';
import { lastSeenMessage } from './people-messages.ts';
import { type useDevices, useSignOutDevice } from './queries.ts';
import { ZoneWarning } from './TabletZones.tsx';

interface DeviceListProps {
  personId: string;
  firstName: string;
  query: ReturnType<typeof useDevices>;
  timezone: string;
  tryAlarm: (device: Device, personId: string) => ReactNode;
}

/** The devices on which a person is signed in; each can be signed out. */
export function DeviceList(props: DeviceListProps) {
  const { personId, firstName, query, timezone } = props;
  const devices = query.data ?? [];
  const now = useNow(30_000);
  const [leaving, setLeaving] = useState<Device>();
  return (
    <section aria-labelledby="devices" className="mt-6">
      <h3 id="devices" className="font-bold text-section">
        Signed in on
      </h3>
      <div className="mt-2">
        <ListState
          query={query}
          isEmpty={devices.length === 0}
          emptyText="No device is signed in yet."
          errorText="The devices could not be loaded."
        >
          <ul className="divide-y divide-line">
            {devices.map((device) => (
              <li key={device.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <span className="grid size-12 flex-none place-items-center rounded-control bg-call-tint text-[1.75rem] text-call">
                  <Icon of={device.kind === 'tablet' ? tablet : laptop} />
                </span>
                <p className="min-w-0 flex-1 basis-44">
                  <strong className="font-semibold">{device.name}</strong>
                  <span className="block text-help text-soft">
                    {device.kind === 'tablet' ? 'Tablet' : 'With a password'}.{' '}
                    {lastSeenMessage(device.lastSeenAt, now, timezone)}
                  </span>
                </p>
                <SoundBadge soundReady={device.soundReady} />
                <Button
                  variant="danger-quiet"
                  icon={signOut}
                  aria-label={`Sign out ${device.name}`}
                  onPress={() => setLeaving(device)}
                >
                  Sign out
                </Button>
                {props.tryAlarm(device, personId)}
                <ZoneWarning device={device} firstName={firstName} timezone={timezone} />
              </li>
            ))}
          </ul>
        </ListState>
      </div>
      {leaving ? (
        <SignOutDevice personId={personId} device={leaving} onClose={() => setLeaving(undefined)} />
      ) : null}
    </section>
  );
}

/** Browsers allow sound only after a touch; until then the alarm would be silent. */
function SoundBadge({ soundReady }: { soundReady: boolean | null }) {
  if (soundReady === null) {
    return (
      <Badge tone="plain" icon={question}>
        Sound unknown
      </Badge>
    );
  }
  return soundReady ? (
    <Badge tone="good" icon={speaker}>
      Sound ready
    </Badge>
  ) : (
    <Badge tone="late" icon={muted}>
      Sound blocked
    </Badge>
  );
}

interface SignOutDeviceProps {
  personId: string;
  device: Device;
  onClose: () => void;
}

function SignOutDevice({ personId, device, onClose }: SignOutDeviceProps) {
  const leave = useSignOutDevice(personId);
  const then =
    device.kind === 'tablet'
      ? 'Its reminders stop, and it needs a new code to be used again.'
      : 'It needs the password to be used again.';
  return (
    <ConfirmDialog
      title="Sign out device"
      text={`Are you sure you want to sign out ${device.name}? ${then}`}
      action="Sign out"
      call={() => leave.mutateAsync(device.id)}
      success={`${device.name} was signed out.`}
      failure="Failed to sign the device out"
      onClose={onClose}
    />
  );
}
