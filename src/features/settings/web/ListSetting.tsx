import { Select } from '#platform/web/ui/Select.tsx';
import type { SettingsChange } from './queries.ts';
import { useChosenSetting } from './use-chosen-setting.ts';

interface ListSettingProps {
  label: string;
  choices: readonly string[];
  saved: string;
  changeTo: (choice: string) => SettingsChange;
}

/** A setting with a list of choices, saved at once. */
export function ListSetting({ label, choices, saved, changeTo }: ListSettingProps) {
  const { value, choose } = useChosenSetting(saved, changeTo);
  return (
    <Select
      label={label}
      options={choices.map((choice) => ({ value: choice, label: choice }))}
      value={value || null}
      onChange={choose}
    />
  );
}
