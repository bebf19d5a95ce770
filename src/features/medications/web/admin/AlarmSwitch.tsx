import { useChangeSettings, useSettings } from '#features/settings/web/queries.ts';
import { attempt } from '#kit/web/forms/attempt.ts';
import { Box } from '#kit/web/ui/Box.tsx';
import { Switch } from '#kit/web/ui/Switch.tsx';

/** The alarm of the whole household; it is on unless somebody turned it off. */
export function AlarmSwitch() {
  const settings = useSettings().data;
  const change = useChangeSettings();
  const set = (medicationAlarmEnabled: boolean) =>
    attempt(() => change.mutateAsync({ medicationAlarmEnabled }), {
      success: { title: 'Settings saved successfully' },
      failure: () => 'Failed to update settings',
    });
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
