import { useChangeSettings, useSettings } from '#features/settings/web/queries.ts';
import { toast } from '#kit/web/toasts.tsx';
import { Box } from '#kit/web/ui/Box.tsx';
import { Switch } from '#kit/web/ui/Switch.tsx';

/** The alarm of the whole household; it is on unless somebody turned it off. */
export function AlarmSwitch() {
  const settings = useSettings().data;
  const change = useChangeSettings();
  const set = async (medicationAlarmEnabled: boolean) => {
    try {
      await change.mutateAsync({ medicationAlarmEnabled });
      toast.success('Settings saved successfully');
    } catch {
      toast.error('Error', 'Failed to update settings');
    }
  };
  const isOn = change.isPending
    ? change.variables.medicationAlarmEnabled !== false
    : settings?.medicationAlarmEnabled !== false;
  return (
    <Box title="Alarm" variant="filled">
      <Switch
        label="Medication alarm"
        description="Sounds on the tablet when a medication is due"
        isSelected={isOn}
        isDisabled={!settings}
        onChange={(isSelected) => void set(isSelected)}
      />
    </Box>
  );
}
