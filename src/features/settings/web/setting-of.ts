import type { Settings } from '../contract.ts';
import { SETTING_WORDS } from '../messages.ts';
import type { SettingsChange } from './queries.ts';

/** What every setting has: what it is called, what is saved of it, and what a choice changes it to. */
export function settingOf<Name extends keyof Settings>(settings: Settings, name: Name) {
  return {
    label: SETTING_WORDS[name],
    saved: settings[name],
    changeTo: (value: Settings[Name]): SettingsChange => ({ [name]: value }),
  };
}
