import { Switch } from '#platform/web/ui/Switch.tsx';
import type { SettingsChange } from './queries.ts';
import { useChosenSetting } from './use-chosen-setting.ts';

interface SwitchSettingProps {
  label: string;
  description: string;
  saved: boolean;
  changeTo: (isOn: boolean) => SettingsChange;
}

/** An on/off setting, saved at once. */
export function SwitchSetting({ saved, changeTo, ...look }: SwitchSettingProps) {
  const { value, choose } = useChosenSetting(saved, changeTo);
  return <Switch {...look} isSelected={value} onChange={choose} />;
}
