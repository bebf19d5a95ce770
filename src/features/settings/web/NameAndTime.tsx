import card from '@phosphor-icons/core/assets/duotone/identification-card-duotone.svg?raw';
import { Box } from '#platform/web/ui/Box.tsx';
import { Choices } from '#platform/web/ui/Choices.tsx';
import type { Settings, StoredSettings } from '../contract.ts';
import { SETTING_WORDS } from '../domain/messages.ts';
import { MAX_APP_NAME_LENGTH } from '../limits.ts';
import { settingOf } from './setting-of.ts';
import { TextSetting } from './TextSetting.tsx';
import { TimezoneSetting } from './TimezoneSetting.tsx';
import { useChosenSetting } from './use-chosen-setting.ts';

export function NameAndTime({ settings }: { settings: StoredSettings }) {
  return (
    <Box title="Name and time" icon={card}>
      <div className="grid gap-4">
        <TextSetting
          {...settingOf(settings, 'appName')}
          description="Shown on the tablet, here and in emails."
          maxLength={MAX_APP_NAME_LENGTH}
        />
        <TimezoneSetting saved={settings.timezone} undo={settings.timezoneUndo} />
        <TemperatureSetting saved={settings.temperatureUnit} />
      </div>
    </Box>
  );
}

function TemperatureSetting({ saved }: { saved: Settings['temperatureUnit'] }) {
  const { value, choose } = useChosenSetting(saved, (temperatureUnit) => ({ temperatureUnit }));
  return (
    <Choices
      label={SETTING_WORDS.temperatureUnit}
      choices={[
        { value: 'fahrenheit', label: 'Fahrenheit' },
        { value: 'celsius', label: 'Celsius' },
      ]}
      value={value}
      onChange={choose}
    />
  );
}
