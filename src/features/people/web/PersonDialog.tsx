import caret from '@phosphor-icons/core/assets/bold/caret-down-bold.svg?raw';
import { type ReactNode, useState } from 'react';
import { Button as AriaButton, Disclosure, DisclosurePanel } from 'react-aria-components';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { ClashNotice } from '#kit/web/ui/ClashNotice.tsx';
import { FormDialog } from '#kit/web/ui/FormDialog.tsx';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { OwnPasswordField } from '#kit/web/ui/OwnPasswordField.tsx';
import { TextField } from '#kit/web/ui/TextField.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import { useOwnPassword } from '#kit/web/use-own-password.ts';
import { useSharedEdit } from '#kit/web/use-shared-edit.ts';
import type { Person } from '../contract.ts';
import {
  changesOf,
  errorsIn,
  FIELD_NAMES,
  fieldsOf,
  isEmailChanged,
  newPersonOf,
  type PersonErrors,
  type PersonFields,
} from './people-rules.ts';
import { useAddPerson, useChangePerson } from './queries.ts';

interface PersonDialogProps {
  /** The one to edit; without it an elder is added. */
  person?: Person;
  /** The same as they are known now; null when somebody else removed them. */
  present?: Person | null | undefined;
  onClose: () => void;
}

/** Adds an elder, or changes a person. */
export function PersonDialog(props: PersonDialogProps) {
  const { person, onClose } = props;
  const { shared, form, field, own, asksPassword, signIn, isPending, submit } =
    usePersonForm(props);
  const isElder = person === undefined || person.role === 'user';
  return (
    <FormDialog
      title={person ? 'Edit person' : 'Add elder'}
      action={person ? 'Save' : 'Add elder'}
      isPending={isPending}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <ClashNotice
        edit={shared.edit}
        isGone={shared.isGone}
        thing="person"
        labels={FIELD_NAMES}
        words={(name, known) => known[name]}
        onChoose={shared.choose}
      />
      {person ? null : (
        <p className="text-soft">
          A name is enough. Then press Set up tablet: a code signs the tablet in, without a
          password.
        </p>
      )}
      <TextField label="First name" isRequired autoComplete="off" {...field('firstName')} />
      <TextField label="Last name" isRequired autoComplete="off" {...field('lastName')} />
      <SignInPart {...signIn}>
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          {...(isElder ? { mark: 'optional' } : { isRequired: true })}
          {...field('email')}
        />
        {isElder ? (
          <TextField
            label={person?.email ? 'New password' : 'Password'}
            mark="optional"
            type="password"
            autoComplete="new-password"
            description={
              person?.email
                ? 'Left empty, it stays as it is.'
                : 'At least 8 characters, together with an email.'
            }
            {...field('password')}
          />
        ) : null}
        {asksPassword ? (
          <OwnPasswordField
            reason="A new email needs it, so that nobody else can change it at your screen."
            field={own.field}
          />
        ) : null}
      </SignInPart>
    </FormDialog>
  );
}

/** What is typed, what is wrong with it, and how it is sent. */
function usePersonForm({ person, present, onClose }: PersonDialogProps) {
  const shared = useSharedEdit({ opened: person, present, fieldsOf });
  const { fields, setFields } = shared;
  const [errors, setErrors] = useState<PersonErrors>({});
  const [isSignInShown, setSignInShown] = useState(Boolean(person?.email));
  const { form, show } = useFirstError();
  const own = useOwnPassword('currentPassword');
  const asksPassword = isEmailChanged(fields, person);
  const refuse = (wrong: PersonErrors) => {
    setErrors(wrong);
    if (wrong.email || wrong.password) setSignInShown(true);
    show();
  };
  const refused = (error: ApiError) => {
    refuse(error.fields);
    if (own.isRefused(error)) setSignInShown(true);
  };
  const save = useSaving(person, shared.save, { onDone: onClose, onRefused: refused });
  const submit = () => {
    const wrong = errorsIn(fields, person);
    refuse(wrong);
    const isMissing = asksPassword && own.isMissing();
    if (isMissing || Object.keys(wrong).length > 0) return;
    void save.run(fields, asksPassword ? { currentPassword: own.value } : {});
  };
  const field = (name: keyof PersonFields) => ({
    value: fields[name],
    error: errors[name],
    onChange: (value: string) => setFields((before) => ({ ...before, [name]: value })),
  });
  const signIn = { isOpen: isSignInShown, onOpenChange: setSignInShown };
  return { shared, form, field, own, asksPassword, signIn, isPending: save.isPending, submit };
}

interface SignInPartProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}

/** What most elders never need stays folded away. */
function SignInPart({ isOpen, onOpenChange, children }: SignInPartProps) {
  return (
    <Disclosure
      isExpanded={isOpen}
      onExpandedChange={onOpenChange}
      className="group/part rounded-box bg-ground"
    >
      <AriaButton
        slot="trigger"
        className="flex min-h-12.5 w-full items-center justify-between gap-3 rounded-box px-4 text-left font-semibold data-hovered:bg-sunk"
      >
        Sign-in with an email
        <Icon
          of={caret}
          className="text-[1.1rem] transition-transform group-data-expanded/part:rotate-180"
        />
      </AriaButton>
      <DisclosurePanel>
        <div className="grid gap-4.5 px-4 pt-1 pb-4.5">{children}</div>
      </DisclosurePanel>
    </Disclosure>
  );
}

type Save = ReturnType<typeof useSharedEdit<PersonFields, Person>>['save'];

function useSaving(
  person: Person | undefined,
  save: Save,
  { onDone, onRefused }: { onDone: () => void; onRefused: (error: ApiError) => void },
) {
  const add = useAddPerson();
  const change = useChangePerson();
  const failed = person ? 'Failed to update the person' : 'Failed to add the person';
  const run = (fields: PersonFields, confirmed: { currentPassword?: string }) =>
    save({
      send: (changed, { version }) =>
        person
          ? change.mutateAsync({ id: person.id, version, ...changesOf(changed), ...confirmed })
          : add.mutateAsync(newPersonOf(fields)),
      done: () => {
        const what = person ? 'was updated' : 'was added';
        toast.success('Success', `${fields.firstName.trim()} ${what}.`);
        onDone();
      },
      failed: (error) => {
        toast.error('Error', sentenceOf(error, failed));
        if (error instanceof ApiError) onRefused(error);
      },
    });
  return { run, isPending: add.isPending || change.isPending };
}
