import { useState } from 'react';
import type { SettingsChange } from './queries.ts';
import { type SavedToast, useSaveSetting } from './use-save-setting.ts';

/** A setting with a choice: shows the chosen value at once, and the saved one after a failure. */
export function useChosenSetting<Value>(
  saved: Value,
  changeTo: (value: Value) => SettingsChange,
  savedToast?: SavedToast,
) {
  const save = useSaveSetting(savedToast);
  const [wanted, setWanted] = useState<{ value: Value }>();
  const choose = async (value: Value): Promise<void> => {
    const choice = { value };
    setWanted(choice);
    await save(changeTo(value));
    setWanted((now) => (now === choice ? undefined : now));
  };
  return {
    value: wanted === undefined ? saved : wanted.value,
    choose,
  };
}
