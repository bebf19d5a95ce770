import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { TypedValue } from '../typed-value.ts';
import { afterSaving, type Draft, isToBeTried } from './field-draft.ts';
import type { SettingsChange } from './queries.ts';
import { CHANGED_MEANWHILE, useSaveSetting } from './use-save-setting.ts';

interface TypedSetting<Value> {
  saved: Value;
  /** What a text means. */
  read: (text: string) => TypedValue<Value>;
  changeTo: (value: Value) => SettingsChange;
}

/**
 * A setting that is typed: leaving the field or Enter saves it, Escape takes it back. What could not
 * be saved stays in the field, with what is wrong with it.
 */
export function useTypedSetting<Value extends string | number>(setting: TypedSetting<Value>) {
  const { saved, read, changeTo } = setting;
  const save = useSaveSetting();
  const [draft, setDraft] = useState<Draft>();
  const [sending, setSending] = useState<{ value: Value }>();
  // What was saved when the typing began: somebody else may change it before it ends.
  const began = useRef(saved);
  const keep = async (text: string) => {
    const typed = read(text);
    if ('wrong' in typed) return setDraft({ text, wrong: typed.wrong });
    const { value } = typed;
    if (sending?.value === value) return;
    if (sending === undefined && value === saved) return setDraft(undefined);
    // The server's answer may have told of it already: then this press is the one that keeps it.
    const clash = CHANGED_MEANWHILE(String(saved));
    const isNews = saved !== began.current && value !== saved && draft?.wrong !== clash;
    began.current = saved;
    if (isNews) return setDraft({ text, wrong: clash });
    setDraft({ text });
    const mine = { value };
    setSending(mine);
    const end = await save(changeTo(value));
    if (end === undefined) return;
    if (end.wrong === undefined) began.current = value;
    setSending((now) => (now === mine ? undefined : now));
    setDraft((now) => afterSaving(now, text, end.wrong));
  };
  const tryOn = (how: 'enter' | 'leave') => {
    if (draft !== undefined && isToBeTried(draft, how)) void keep(draft.text);
  };
  return {
    text: draft?.text ?? String(saved),
    wrong: draft?.wrong,
    type: (text: string) => {
      if (draft === undefined && sending === undefined) began.current = saved;
      setDraft({ text });
    },
    keep: (text: string) => void keep(text),
    /** For the form around the field. */
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
