import hand from '@phosphor-icons/core/assets/duotone/hand-tap-duotone.svg?raw';
import { Box } from '#kit/web/ui/Box.tsx';
import type { Settings } from '../contract.ts';
import { ALARM_MINUTES } from '../limits.ts';
import { SETTING_WORDS } from '../messages.ts';
import { NumberSetting } from './NumberSetting.tsx';
import { SwitchSetting } from './SwitchSetting.tsx';

/** How the buttons, the alarm and the voice of the tablet behave. */
export function HomeScreenSettings({ settings }: { settings: Settings }) {
  return (
    <Box title="Home screen" icon={hand}>
      <div className="grid gap-4">
        <SwitchSetting
          label={SETTING_WORDS.requireLongPress}
          description="Buttons open after 1.5 seconds. Helps with shaky hands."
          saved={settings.requireLongPress}
          changeTo={(isOn) => ({ requireLongPress: isOn })}
        />
        <SwitchSetting
          label={SETTING_WORDS.medicationAlarmEnabled}
          description="A tone and a full-screen reminder"
          saved={settings.medicationAlarmEnabled}
          changeTo={(isOn) => ({ medicationAlarmEnabled: isOn })}
        />
        <NumberSetting
          label={SETTING_WORDS.alarmRepeatMinutes}
          description="While a reminder is not answered, a little louder each time. With 0 it sounds once."
          range={ALARM_MINUTES}
          saved={settings.alarmRepeatMinutes}
          changeTo={(minutes) => ({ alarmRepeatMinutes: minutes })}
        />
        <SwitchSetting
          label={SETTING_WORDS.remindersOfOneTime}
          description="Medications of the same minute are one reminder, with one press for all. Otherwise one comes after the other."
          saved={settings.remindersOfOneTime === 'together'}
          changeTo={(isOn) => ({ remindersOfOneTime: isOn ? 'together' : 'separate' })}
        />
        <SwitchSetting
          label={SETTING_WORDS.voiceGuidanceEnabled}
          description="The tablet reads its buttons and reminders aloud."
          saved={settings.voiceGuidanceEnabled}
          changeTo={(isOn) => ({ voiceGuidanceEnabled: isOn })}
        />
        <SwitchSetting
          label={SETTING_WORDS.autoplayEnabled}
          description="A video or a playlist starts as soon as it is opened."
          saved={settings.autoplayEnabled}
          changeTo={(isOn) => ({ autoplayEnabled: isOn })}
        />
        <SwitchSetting
          label={SETTING_WORDS.askWhoseMedications}
          description="Medications asks it when there are two elders and some are for everyone."
          saved={settings.askWhoseMedications}
          changeTo={(isOn) => ({ askWhoseMedications: isOn })}
        />
      </div>
    </Box>
  );
}
