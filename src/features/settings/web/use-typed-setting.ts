import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { TypedValue } from '../domain/typed-value.ts';
import { afterSaving, type Draft, isToBeTried } from './field-draft.ts';
import type { SettingsChange } from './queries.ts';
import { CHANGED_MEANWHILE, useSaveSetting } from './use-save-setting.ts';

interface TypedSetting<Value> {
  saved: Value;
  /** Parses a text. */
  read: (text: string) => TypedValue<Value>;
  changeTo: (value: Value) => SettingsChange;
}

/**
 * A typed setting: Enter or leaving the field saves it, Escape discards it. Text that could not be
 * saved stays in the field with its error.
 */
export function useTypedSetting<Value extends string | number>(setting: TypedSetting<Value>) {
  const { saved, read, changeTo } = setting;
  const save = useSaveSetting();
  const [draft, setDraft] = useState<Draft>();
  const [sending, setSending] = useState<{ value: Value }>();
  // The values that this field has set: the value before the change, and those sent since then. Any
  // other saved value comes from another administrator.
  const mine = useRef<ReadonlySet<Value>>(new Set());
  const begin = () => {
    if (draft === undefined && sending === undefined) mine.current = new Set([saved]);
  };
  const keep = async (text: string) => {
    begin();
    const typed = read(text);
    if ('wrong' in typed) return setDraft({ text, wrong: typed.wrong });
    const { value } = typed;
    if (sending?.value === value) return;
    if (sending === undefined && value === saved) return setDraft(undefined);
    // If the conflict message is already shown, a second Enter confirms the person's own value.
    const clash = CHANGED_MEANWHILE(String(saved));
    const isNews = !mine.current.has(saved) && value !== saved && draft?.wrong !== clash;
    mine.current = new Set([...mine.current, saved]);
    if (isNews) return setDraft({ text, wrong: clash });
    mine.current = new Set([...mine.current, value]);
    setDraft({ text });
    const sent = { value };
    setSending(sent);
    const end = await save(changeTo(value));
    if (end === undefined) return;
    setSending((now) => (now === sent ? undefined : now));
    setDraft((now) => afterSaving(now, text, end.wrong));
  };
  const tryOn = (how: 'enter' | 'leave') => {
    if (draft !== undefined && isToBeTried(draft, how)) void keep(draft.text);
  };
  return {
    text: draft?.text ?? String(saved),
    wrong: draft?.wrong,
    type: (text: string) => {
      begin();
      setDraft({ text });
    },
    keep: (text: string) => void keep(text),
    /** Props of the form around the field. */
    form: {
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        tryOn('enter');
      },
      onBlur: () => tryOn('leave'),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape') setDraft(undefined);
      },
    },
  };
}
