import hand from '@phosphor-icons/core/assets/duotone/hand-tap-duotone.svg?raw';
import { Box } from '#platform/web/ui/Box.tsx';
import type { Settings } from '../contract.ts';
import { SETTING_WORDS } from '../domain/messages.ts';
import { ALARM_MINUTES, SNOOZE_MINUTES } from '../limits.ts';
import { ListSetting } from './ListSetting.tsx';
import { NumberSetting } from './NumberSetting.tsx';
import { SwitchSetting } from './SwitchSetting.tsx';
import { settingOf } from './setting-of.ts';

const snoozeChoice = (minutes: number) => `${minutes} minutes`;

export function HomeScreenSettings({ settings }: { settings: Settings }) {
  return (
    <Box title="Home screen" icon={hand}>
      <div className="grid gap-4">
        <SwitchSetting
          {...settingOf(settings, 'requireLongPress')}
          description="Buttons open after 1.5 seconds. Helps with shaky hands."
        />
        <SwitchSetting
          {...settingOf(settings, 'medicationAlarmEnabled')}
          description="A tone and a full-screen reminder"
        />
        <NumberSetting
          {...settingOf(settings, 'alarmRepeatMinutes')}
          description="While a reminder is not answered, a little louder each time. With 0 it sounds once."
          range={ALARM_MINUTES}
        />
        <div>
          <ListSetting
            label={SETTING_WORDS.snoozeMinutes}
            choices={SNOOZE_MINUTES.map(snoozeChoice)}
            saved={snoozeChoice(settings.snoozeMinutes)}
            changeTo={(choice) => ({ snoozeMinutes: Number.parseInt(choice, 10) })}
          />
          <p className="mt-1 text-help text-soft">
            A reminder can be put off on the tablet. It rings again after this time. A dose that is
            not answered is alerted at the same time as ever.
          </p>
        </div>
        <SwitchSetting
          label={SETTING_WORDS.remindersOfOneTime}
          description="Medications of the same minute are one reminder, with one press for all. Otherwise one comes after the other."
          saved={settings.remindersOfOneTime === 'together'}
          changeTo={(isOn) => ({ remindersOfOneTime: isOn ? 'together' : 'separate' })}
        />
        <SwitchSetting
          {...settingOf(settings, 'voiceGuidanceEnabled')}
          description="The tablet reads its buttons and reminders aloud."
        />
        <SwitchSetting
          {...settingOf(settings, 'autoplayEnabled')}
          description="A video or a playlist starts as soon as it is opened."
        />
        <SwitchSetting
          {...settingOf(settings, 'askWhoseMedications')}
          description="Medications asks it when there are two elders and some are for everyone."
        />
      </div>
    </Box>
  );
}
