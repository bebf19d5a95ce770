import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import tablet from '@phosphor-icons/core/assets/bold/device-tablet-bold.svg?raw';
import { useState } from 'react';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { ActionButton } from '#platform/web/forms/ActionButton.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { Accessibility, EldersAccessibility } from '../../contract.ts';
import { fittingMessage, isOpen } from '../../domain/fitting-request.ts';
import { ACCESSIBILITY_WORDS, valueMessage } from '../../domain/messages.ts';
import { FITTED } from '../../domain/propose.ts';
import type { FittingRequest } from '../../fitting-contract.ts';
import { useAskFitting, useCancelFitting, useFittingsOf } from '../fitting/fitting-queries.ts';
import { useSaveAccessibility } from './save-accessibility.ts';

export interface ElderDevice {
  readonly id: string;
  readonly name: string;
}

interface FittingThereProps {
  elder: { readonly id: string; readonly name: string };
  /** The devices on which the elder is signed in; undefined while loading. */
  devices: readonly ElderDevice[] | undefined;
  values: EldersAccessibility;
}

/** Starts the fitting on the elder's own tablet and shows its progress. */
export function RemoteFitting({ elder, devices, values }: FittingThereProps) {
  const [chosen, setChosen] = useState<string>();
  const { data: requests = [] } = useFittingsOf(elder.id);
  const now = useNow(5 * SECOND_MS);
  const ask = useAskFitting(elder.id);
  if (devices === undefined) return null;
  const device = devices.find(({ id }) => id === chosen) ?? devices[0];
  if (device === undefined) {
    return (
      <p className="text-help">
        No tablet is set up for {elder.name} yet. Where one is, the fitting can be begun from here.
      </p>
    );
  }
  const request = requests.find(({ deviceId }) => deviceId === device.id);
  return (
    <div className="grid gap-3">
      {devices.length > 1 && (
        <Select
          label="Which tablet"
          options={devices.map(({ id, name }) => ({ value: id, label: name }))}
          value={device.id}
          onChange={setChosen}
        />
      )}
      {request && isOpen(request, now) ? (
        <Cancel elder={elder} request={request} />
      ) : (
        <ActionButton
          variant="outline"
          icon={tablet}
          call={() => ask.mutateAsync(device.id)}
          failure="The tablet could not be asked."
        >
          Start the fitting on the tablet
        </ActionButton>
      )}
      <p role="status" className="min-h-[1.4em] text-help">
        {request && fittingMessage(request, elder.name, now)}
      </p>
      {request?.state === 'done' && <Proposed values={values} proposed={request.proposed ?? {}} />}
    </div>
  );
}

function Cancel({
  elder,
  request,
}: Pick<FittingThereProps, 'elder'> & { request: FittingRequest }) {
  const cancel = useCancelFitting(elder.id);
  return (
    <ActionButton
      variant="outline"
      call={() => cancel.mutateAsync(request.id)}
      failure="The fitting could not be canceled."
    >
      Cancel the fitting
    </ActionButton>
  );
}

interface ProposedProps {
  values: EldersAccessibility;
  proposed: NonNullable<FittingRequest['proposed']>;
}

/** Lists the proposed values that differ from the current ones, with a button that applies them. */
function Proposed({ values, proposed }: ProposedProps) {
  const { save, isPending } = useSaveAccessibility();
  const names = FITTED.filter((name) => (proposed[name] ?? values[name]) !== values[name]);
  const change: Partial<Accessibility> = Object.fromEntries(
    names.map((name) => [name, proposed[name]]),
  );
  if (names.length === 0) return <p>What it found is how the tablet is set.</p>;
  return (
    <div className="grid gap-3">
      <ul className="grid gap-1.5">
        {names.map((name) => (
          <li key={name}>
            {ACCESSIBILITY_WORDS[name]}: {valueMessage(name, values[name])}, becomes{' '}
            <strong className="font-bold">
              {valueMessage(name, proposed[name] ?? values[name])}
            </strong>
          </li>
        ))}
      </ul>
      <Button
        variant="success"
        icon={check}
        isPending={isPending}
        onPress={() => save(values.userId, () => change)}
      >
        Use these
      </Button>
    </div>
  );
}
