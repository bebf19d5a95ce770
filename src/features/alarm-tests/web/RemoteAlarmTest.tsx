import speaker from '@phosphor-icons/core/assets/bold/speaker-high-bold.svg?raw';
import { ActionButton } from '#platform/web/forms/ActionButton.tsx';
import { useNow } from '#platform/web/use-now.ts';
import { alarmTestMessage } from '../domain/alarm-test.ts';
import { useAlarmTests, useTryAlarm } from './queries.ts';

interface TryAlarmThereProps {
  /** The elder who uses the device. */
  userId: string;
  device: { readonly id: string; readonly name: string };
  timezone: string;
}

export function RemoteAlarmTest({ userId, device, timezone }: TryAlarmThereProps) {
  const test = useAlarmTests(userId).data?.find(({ deviceId }) => deviceId === device.id);
  const now = useNow(5_000);
  const ask = useTryAlarm(userId);
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
      <ActionButton
        variant="outline"
        icon={speaker}
        aria-label={`Try the alarm on ${device.name}`}
        call={() => ask.mutateAsync(device.id)}
        failure="The tablet could not be asked."
      >
        Try the alarm on this tablet
      </ActionButton>
      <p role="status" className="min-w-0 flex-1 basis-44 text-help">
        {test ? alarmTestMessage(test, now, timezone) : null}
      </p>
    </div>
  );
}
