import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { Box } from '#kit/web/ui/Box.tsx';
import { Switch } from '#kit/web/ui/Switch.tsx';
import { DEVICE_WORDS, EMAIL_WORDS } from './device-words.ts';
import { useDeviceAlerts, useSwitchDeviceAlerts } from './queries.ts';

/** Alerts of missed doses on the device that is looked at, for the person who is signed in. */
export function DeviceAlerts({ userId }: { userId: string }) {
  const { data: state } = useDeviceAlerts(userId);
  const change = useSwitchDeviceAlerts(userId);
  const set = async (isOn: boolean) => {
    try {
      const now = await change.mutateAsync(isOn);
      if (now === 'on') toast.success('Alerts are on', 'They come to this device.');
      else if (now === 'off' && !isOn) toast.success('Alerts are off on this device');
    } catch (error) {
      const what = isOn ? 'Alerts could not be turned on' : 'Alerts could not be turned off';
      toast.error(what, sentenceOf(error, 'Please try again.'));
    }
  };
  const isOn = change.isPending ? change.variables : state === 'on';
  return (
    <Box title="Alerts" look="filled">
      <Switch
        label="Alert me on this device"
        isSelected={isOn}
        isDisabled={state !== 'on' && state !== 'off'}
        onChange={(isSelected) => void set(isSelected)}
      />
      <div aria-live="polite" className="mt-1 grid gap-2 text-help text-soft">
        {state ? <p>{DEVICE_WORDS[state]}</p> : null}
        {change.isError ? (
          <p className="font-semibold text-danger">
            {change.variables
              ? 'Alerts could not be turned on. Please try again.'
              : 'Alerts could not be turned off. Please try again.'}
          </p>
        ) : null}
        <p>{EMAIL_WORDS}</p>
      </div>
    </Box>
  );
}
