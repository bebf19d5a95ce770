import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { withVisibleTexts } from '#platform/shared/visible-text.ts';
import { ApiError } from '../api.ts';
import { toast } from '../toasts.ts';
import type { Outcome } from './attempt.ts';
import { changedIn, type Edit } from './merge.ts';
import { useAction } from './use-action.ts';
import { type SharedThing, useSharedEdit, type Versioned } from './use-shared-edit.ts';
import { useWarningBeforeLeaving } from './use-warning-before-leaving.ts';

export type FieldErrors<Fields> = { readonly [Name in keyof Fields]?: string | undefined };

/** The changed fields, and the version of the object that the change is based on. */
interface Change<Fields> extends Versioned {
  readonly changed: Partial<Fields>;
}

interface FormOptions<Fields, Answer, Thing>
  extends SharedThing<Fields, Thing>,
    Omit<Outcome<Answer>, 'onRefused'> {
  /** Validates the fields. The form is not sent if there is any error. */
  check?: (fields: NoInfer<Fields>) => FieldErrors<NoInfer<Fields>>;
  send: (fields: NoInfer<Fields>, change: Change<NoInfer<Fields>>) => Promise<Answer>;
  /** Called with the errors of `check` when the user tries to send the form. */
  onWrong?: (errors: FieldErrors<NoInfer<Fields>>) => void;
  onRefused?: ((error: unknown, errors: FieldErrors<NoInfer<Fields>>) => void) | undefined;
  /** Maps the server's validation messages to the fields of the form, if their names differ. */
  wrongIn?: (fields: Readonly<Record<string, string>>) => FieldErrors<NoInfer<Fields>>;
  /**
   * True if the input is not important, so that the browser does not ask before leaving the page.
   */
  isFleeting?: boolean;
}

/** The members of a form that a dialog or another frame needs. */
export interface SentForm {
  /** Props of the form element. */
  readonly props: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: SyntheticEvent) => void;
  };
  readonly isPending: boolean;
  /** True if there is unsent input whose loss would matter. */
  readonly isUnsent: boolean;
}

export interface Form<Fields> extends SentForm {
  readonly fields: Fields;
  setFields(fields: Fields | ((before: Fields) => Fields)): void;
  field<Name extends keyof Fields>(
    name: Name,
  ): {
    value: Fields[Name];
    error: string | undefined;
    onChange: (value: Fields[Name]) => void;
  };
  submit(): void;
  /** Message of the server if it refused the last attempt. */
  readonly refusal: string | undefined;
  /** Used by the notice about changes by other users, as are the two members below. */
  readonly edit: Edit<Fields>;
  readonly isGone: boolean;
  choose(name: keyof Fields, whose: 'mine' | 'theirs'): void;
}

/**
 * State of a form. Input is never lost before it was sent, and only one request runs at a time.
 * After the first attempt, invalid fields show their errors, and the first invalid field gets the
 * focus; a server error is shown until its field changes. While there is unsent input, the browser
 * asks before leaving the page. A form that adds an object is cleared after success. `check` and
 * `send` receive texts without invisible characters.
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
      // After the last clash is resolved, the request that the clash had stopped is sent.
      if (wasSent.current && next.clashes.length === 0) action.run(next);
    },
  };
}

function sentOf<Fields extends object>(edit: Edit<Fields>): [Fields, Change<Fields>] {
  const changed = withVisibleTexts(changedIn(edit));
  return [withVisibleTexts(edit.mine), { changed, version: edit.version }];
}

/** Shows the first error in a toast, in addition to the errors below the fields. */
export function showFirstError(errors: Readonly<Record<string, string | undefined>>): void {
  toast.error('Error', Object.values(errors)[0]);
}

const WRONG =
  'input[aria-invalid="true"], textarea[aria-invalid="true"], select[aria-invalid="true"], [data-invalid] button';

/** Returns a function that focuses the first invalid field, after its error is rendered. */
function useFirstWrong() {
  const ref = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (attempt > 0) ref.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [attempt]);
  return { ref, focusWrong: () => setAttempt((count) => count + 1) };
}

/** Returns the errors of the fields for which `isWanted` is true. */
function only<Fields>(
  errors: Readonly<Record<string, string>> | FieldErrors<Fields>,
  isWanted: (name: keyof Fields) => boolean,
): FieldErrors<Fields> {
  const wanted = Object.entries(errors).filter(([name]) => isWanted(name as keyof Fields));
  // The cast is safe: `isWanted` accepts only names of fields.
  return Object.fromEntries(wanted) as FieldErrors<Fields>;
}
