import pin from '@phosphor-icons/core/assets/duotone/map-pin-duotone.svg?raw';
import { STATES } from '#kit/shared/us-states.ts';
import { Box } from '#kit/web/ui/Box.tsx';
import type { Settings } from '../contract.ts';
import { LONGEST_PLACE, LONGEST_POSTAL_CODE } from '../limits.ts';
import { SETTING_WORDS } from '../messages.ts';
import { countryChoices, withStored } from '../places.ts';
import { ListSetting } from './ListSetting.tsx';
import { TextSetting } from './TextSetting.tsx';

/** Where the tablet stands. */
export function Place({ settings }: { settings: Settings }) {
  const { defaultState, defaultCountry } = settings;
  return (
    <Box title="Place" icon={pin}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(11.5rem,40%)),1fr))] items-start gap-x-4.5 gap-y-4">
        <TextSetting
          label={SETTING_WORDS.defaultCity}
          maxLength={LONGEST_PLACE}
          saved={settings.defaultCity}
          changeTo={(city) => ({ defaultCity: city })}
        />
        {defaultCountry === 'United States' ? (
          <ListSetting
            label={SETTING_WORDS.defaultState}
            choices={withStored(STATES, defaultState)}
            saved={defaultState}
            changeTo={(state) => ({ defaultState: state })}
          />
        ) : (
          <TextSetting
            label="State or region"
            maxLength={LONGEST_PLACE}
            saved={defaultState}
            changeTo={(state) => ({ defaultState: state })}
          />
        )}
        <TextSetting
          label={SETTING_WORDS.defaultPostalCode}
          maxLength={LONGEST_POSTAL_CODE}
          saved={settings.defaultPostalCode}
          changeTo={(code) => ({ defaultPostalCode: code })}
        />
        <ListSetting
          label={SETTING_WORDS.defaultCountry}
          choices={countryChoices(defaultCountry)}
          saved={defaultCountry}
          changeTo={(country) => ({ defaultCountry: country })}
        />
      </div>
      <p className="mt-4 text-help text-soft">
        Used for the weather on the home screen. City and state are shown there too.
      </p>
    </Box>
  );
}
