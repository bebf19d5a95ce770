import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { withVisibleTexts } from '#kit/shared/visible-text.ts';
import { ApiError } from '../api.ts';
import { toast } from '../toasts.ts';
import type { Outcome } from './attempt.ts';
import { changedIn, type Edit } from './merge.ts';
import { useAction } from './use-action.ts';
import { type SharedThing, useSharedEdit, type Versioned } from './use-shared-edit.ts';
import { useWarningBeforeLeaving } from './use-warning-before-leaving.ts';

/** What is wrong, by field. */
export type FieldErrors<Fields> = { readonly [Name in keyof Fields]?: string | undefined };

/** What was changed of the thing that was opened, and in which version of it. */
interface Change<Fields> extends Versioned {
  readonly changed: Partial<Fields>;
}

interface FormOptions<Fields, Answer, Thing>
  extends SharedThing<Fields, Thing>,
    Omit<Outcome<Answer>, 'onRefused'> {
  /** What keeps it from being sent. */
  check?: (fields: NoInfer<Fields>) => FieldErrors<NoInfer<Fields>>;
  send: (fields: NoInfer<Fields>, change: Change<NoInfer<Fields>>) => Promise<Answer>;
  /** Told what `check` found, when somebody tried to send it all the same. */
  onWrong?: (errors: FieldErrors<NoInfer<Fields>>) => void;
  onRefused?: ((error: unknown, errors: FieldErrors<NoInfer<Fields>>) => void) | undefined;
  /** The server's errors by the form's fields, where it calls them otherwise. */
  wrongIn?: (fields: Readonly<Record<string, string>>) => FieldErrors<NoInfer<Fields>>;
  /** Nobody would miss what is typed: the browser does not ask before the page is left. */
  isFleeting?: boolean;
}

/** A form as what stands around its fields knows it. */
export interface SentForm {
  /** What the form element takes. */
  readonly props: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: SyntheticEvent) => void;
  };
  readonly isPending: boolean;
  /** Something is typed that is not sent yet, and would be missed. */
  readonly isUnsent: boolean;
}

export interface Form<Fields> extends SentForm {
  readonly fields: Fields;
  setFields(fields: Fields | ((before: Fields) => Fields)): void;
  /** What a field takes. */
  field<Name extends keyof Fields>(
    name: Name,
  ): {
    value: Fields[Name];
    error: string | undefined;
    onChange: (value: Fields[Name]) => void;
  };
  submit(): void;
  /** What the server said of the last try, when it refused. */
  readonly refusal: string | undefined;
  /** For the notice of what others did to the same thing meanwhile. */
  readonly edit: Edit<Fields>;
  readonly isGone: boolean;
  choose(name: keyof Fields, whose: 'mine' | 'theirs'): void;
}

/**
 * A form: what is typed stays until it was sent, once however often it is pressed. From the first
 * try on each wrong field says so, and the first one gets the focus; what the server says of a field
 * stands there until the field is changed. While something is typed the browser asks before the page
 * is left. A form that adds something is empty again afterwards. `check` and `send` receive the texts
 * without invisible characters.
 */
export function useForm<Fields extends object, Answer, Thing extends Versioned = Versioned>(
  options: FormOptions<Fields, Answer, Thing>,
): Form<Fields> {
  const { opened, present, fieldsOf, send } = options;
  const check = (typed: Fields) => options.check?.(withVisibleTexts(typed)) ?? {};
  const shared = useSharedEdit({ opened, present, fieldsOf });
  const { edit, setFields } = shared;
  const fields = edit.mine;
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<{ of: Fields; errors: FieldErrors<Fields> }>();
  const wasSent = useRef(false);
  const { ref, focusWrong } = useFirstWrong();
  const isUnsent = !options.isFleeting && Object.keys(changedIn(edit)).length > 0;
  useWarningBeforeLeaving(isUnsent);

  const action = useAction({
    ...options,
    call: (from: Edit<Fields>) => shared.save(from, (now) => send(...sentOf(now))),
    onDone: (answer) => {
      setTried(false);
      if (opened === undefined) shared.startAgain();
      options.onDone?.(answer);
    },
    onRefused: (error) => {
      const said = error instanceof ApiError ? error.fields : {};
      const errors = options.wrongIn?.(said) ?? only(said, (name) => name in fields);
      setRefused({ of: fields, errors });
      focusWrong();
      options.onRefused?.(error, errors);
    },
  });

  const submit = () => {
    if (action.isPending) return;
    const wrong = check(fields);
    setTried(true);
    setRefused(undefined);
    focusWrong();
    if (Object.keys(wrong).length > 0) return options.onWrong?.(wrong);
    wasSent.current = true;
    action.run(edit);
  };
  const errors: FieldErrors<Fields> = {
    ...(refused && only(refused.errors, (name) => fields[name] === refused.of[name])),
    ...(isTried ? check(fields) : {}),
  };

  return {
    ...shared,
    fields,
    field: (name) => ({
      value: fields[name],
      error: errors[name],
      onChange: (value) => {
        toast.closeError();
        setFields((before) => ({ ...before, [name]: value }));
      },
    }),
    props: {
      ref,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        submit();
      },
    },
    submit,
    isPending: action.isPending,
    isUnsent,
    refusal: action.refusal,
    choose: (name, whose) => {
      const next = shared.choose(name, whose);
      // The last answer sends again what was held up.
      if (wasSent.current && next.clashes.length === 0) action.run(next);
    },
  };
}

/** The arguments of `send`. */
function sentOf<Fields extends object>(edit: Edit<Fields>): [Fields, Change<Fields>] {
  const changed = withVisibleTexts(changedIn(edit));
  return [withVisibleTexts(edit.mine), { changed, version: edit.version }];
}

/** Says the first of the errors in a toast too. */
export function sayFirst(errors: Readonly<Record<string, string | undefined>>): void {
  toast.error('Error', Object.values(errors)[0]);
}

const WRONG =
  'input[aria-invalid="true"], textarea[aria-invalid="true"], select[aria-invalid="true"], [data-invalid] button';

/** Brings the focus to the first field that is wrong, once the errors stand on the screen. */
function useFirstWrong() {
  const ref = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (attempt > 0) ref.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [attempt]);
  return { ref, focusWrong: () => setAttempt((count) => count + 1) };
}

/** Those of the errors that are wanted, by the name of their field. */
function only<Fields>(
  errors: Readonly<Record<string, string>> | FieldErrors<Fields>,
  isWanted: (name: keyof Fields) => boolean,
): FieldErrors<Fields> {
  const wanted = Object.entries(errors).filter(([name]) => isWanted(name as keyof Fields));
  // Their names are those of the fields, as far as they are wanted.
  return Object.fromEntries(wanted) as FieldErrors<Fields>;
}
