import { useChangeSettings, useSettings } from '#features/settings/web/queries.ts';
import { attempt } from '#platform/web/forms/attempt.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { Switch } from '#platform/web/ui/Switch.tsx';
import { useSoundUnlocked } from '#platform/web/voice/chime.ts';
import { setSoundHere, useSoundHere } from './sound-here.ts';

/** Switches the alarm of the household's tablets, and the sound of this tab in this browser. */
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
      <SoundHereSwitch />
    </Box>
  );
}

function SoundHereSwitch() {
  const isOn = useSoundHere();
  const isUnlocked = useSoundUnlocked();
  return (
    <>
      <Switch
        label="Sound in this browser"
        description="Plays a tone while this page is open and a medication is due within 5 minutes, at most every 2 minutes"
        isSelected={isOn}
        onChange={setSoundHere}
      />
      {isOn && !isUnlocked ? (
        <p className="text-help text-soft">Click anywhere on this page to allow the sound.</p>
      ) : null}
    </>
  );
}
