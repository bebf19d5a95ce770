import type { Settings } from '../contract.ts';
import { SETTING_WORDS } from '../domain/messages.ts';
import type { SettingsChange } from './queries.ts';

/**
 * Returns the props that every setting has: label, saved value and a function that creates the
 * change.
 */
export function settingOf<Name extends keyof Settings>(settings: Settings, name: Name) {
  return {
    label: SETTING_WORDS[name],
    saved: settings[name],
    changeTo: (value: Settings[Name]): SettingsChange => ({ [name]: value }),
  };
}
