import type { ComponentProps } from 'react';
import { TextField } from '#platform/web/ui/TextField.tsx';
import type { TypedValue } from '../domain/typed-value.ts';
import { asLine } from '../domain/typed-value.ts';
import type { SettingsChange } from './queries.ts';
import { useTypedSetting } from './use-typed-setting.ts';

interface TextSettingProps
  extends Pick<
    ComponentProps<typeof TextField>,
    | 'label'
    | 'description'
    | 'className'
    | 'placeholder'
    | 'inputMode'
    | 'maxLength'
    | 'autoComplete'
  > {
  saved: string;
  changeTo: (text: string) => SettingsChange;
  read?: (text: string) => TypedValue<string>;
}

/** A line of text; Enter or leaving the field saves it, Escape discards it. */
export function TextSetting(props: TextSettingProps) {
  const { saved, changeTo, read = asLine, className = '', ...field } = props;
  const setting = useTypedSetting({ saved, read, changeTo });
  return (
    <form {...setting.form} className={className}>
      <TextField
        autoComplete="off"
        {...field}
        value={setting.text}
        error={setting.wrong}
        onChange={setting.type}
      />
    </form>
  );
}
