import pin from '@phosphor-icons/core/assets/duotone/map-pin-duotone.svg?raw';
import { STATES } from '#platform/shared/us-states.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import type { Settings } from '../contract.ts';
import { countryChoices, withStored } from '../domain/countries.ts';
import { MAX_PLACE_LENGTH, MAX_POSTAL_CODE_LENGTH } from '../limits.ts';
import { ListSetting } from './ListSetting.tsx';
import { settingOf } from './setting-of.ts';
import { TextSetting } from './TextSetting.tsx';

/** The location of the tablet. */
export function Place({ settings }: { settings: Settings }) {
  const { defaultState, defaultCountry } = settings;
  return (
    <Box title="Place" icon={pin}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(11.5rem,40%)),1fr))] items-start gap-x-4.5 gap-y-4">
        <TextSetting {...settingOf(settings, 'defaultCity')} maxLength={MAX_PLACE_LENGTH} />
        {defaultCountry === 'United States' ? (
          <ListSetting
            {...settingOf(settings, 'defaultState')}
            choices={withStored(STATES, defaultState)}
          />
        ) : (
          <TextSetting
            label="State or region"
            maxLength={MAX_PLACE_LENGTH}
            saved={defaultState}
            changeTo={(state) => ({ defaultState: state })}
          />
        )}
        <TextSetting
          {...settingOf(settings, 'defaultPostalCode')}
          maxLength={MAX_POSTAL_CODE_LENGTH}
        />
        <ListSetting
          {...settingOf(settings, 'defaultCountry')}
          choices={countryChoices(defaultCountry)}
        />
      </div>
      <p className="mt-4 text-help text-soft">
        Used for the weather on the home screen. City and state are shown there too.
      </p>
    </Box>
  );
}
