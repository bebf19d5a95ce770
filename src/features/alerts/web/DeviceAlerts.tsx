import paperPlane from '@phosphor-icons/core/assets/bold/paper-plane-tilt-bold.svg?raw';
import type { ReactNode } from 'react';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { ActionButton } from '#platform/web/forms/ActionButton.tsx';
import { attempt } from '#platform/web/forms/attempt.ts';
import { toast } from '#platform/web/toasts.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { Switch } from '#platform/web/ui/Switch.tsx';
import type { Channels } from '../contract.ts';
import { isConfirmable } from '../domain/channels.ts';
import { testLetterMessage } from '../domain/notice-messages.ts';
import { statusMessage } from './device-messages.ts';
import { useChannels, useDeviceAlerts, useSendTest, useSwitchDeviceAlerts } from './queries.ts';

/**
 * The alert channels of the signed-in person and their state. `confirm` is the form for an
 * unconfirmed email.
 */
export function DeviceAlerts({ userId, confirm }: { userId: string; confirm: ReactNode }) {
  const { data: state } = useDeviceAlerts(userId);
  const mine = useChannels().data?.people.find((person) => person.userId === userId);
  const change = useSwitchDeviceAlerts(userId);
  const set = (isOn: boolean) =>
    attempt(() => change.mutateAsync(isOn), {
      failure: {
        title: `Alerts could not be turned ${isOn ? 'on' : 'off'}`,
        text: 'Please try again.',
      },
      onDone: (now) => {
        if (now === 'on') toast.success('Alerts are on', 'They come to this device.');
        else if (now === 'off' && !isOn) toast.success('Alerts are off on this device');
      },
    });
  const isOn = change.isPending ? change.variables : state === 'on';
  const words = statusMessage({
    device: state,
    isSecure: window.isSecureContext,
    email: mine?.email,
    emailFailure: mine?.emailFailure ?? null,
  });
  return (
    <Box title="Alerts" variant="filled">
      <Switch
        label="Alert me on this device"
        isSelected={isOn}
        isDisabled={state !== 'on' && state !== 'off'}
        onChange={(isSelected) => void set(isSelected)}
      />
      <div aria-live="polite" className="mt-1 grid gap-2 text-help text-soft">
        {words.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {change.isError ? (
          <p className="font-semibold text-danger">
            {change.variables
              ? 'Alerts could not be turned on. Please try again.'
              : 'Alerts could not be turned off. Please try again.'}
          </p>
        ) : null}
      </div>
      {isConfirmable(mine?.email) ? <div className="mt-4">{confirm}</div> : null}
      {mine ? <TestAlert mine={mine} /> : null}
    </Box>
  );
}

function TestAlert({ mine }: { mine: Channels }) {
  const { timezone } = useSettings().data ?? DEFAULT_SETTINGS;
  const send = useSendTest();
  return (
    <div className="mt-4 grid justify-items-start gap-2">
      <ActionButton
        variant="outline"
        icon={paperPlane}
        call={() => send.mutateAsync()}
        failure="The test alert could not be sent."
      >
        Send a test alert
      </ActionButton>
      <ul aria-live="polite" aria-label="The last test alert" className="grid gap-1 text-help">
        {(mine.lastTest?.letters ?? []).map((letter, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the letters of one test keep their order
            key={index}
            className={`font-semibold ${letter.failure === null ? '' : 'text-danger'}`}
          >
            {testLetterMessage(letter, timezone)}
          </li>
        ))}
      </ul>
    </div>
  );
}
