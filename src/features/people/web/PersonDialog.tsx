import caret from '@phosphor-icons/core/assets/bold/caret-down-bold.svg?raw';
import { type ReactNode, useState } from 'react';
import { Button as AriaButton, Disclosure, DisclosurePanel } from 'react-aria-components';
import { MIN_PASSWORD_LENGTH } from '#features/sessions/limits.ts';
import { ClashNotice } from '#platform/web/forms/ClashNotice.tsx';
import { FormDialog } from '#platform/web/forms/FormDialog.tsx';
import { type FieldErrors, useForm } from '#platform/web/forms/use-form.ts';
import { readableEmail } from '#platform/web/ui/Email.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { TextField } from '#platform/web/ui/TextField.tsx';
import type { Person } from '../contract.ts';
import {
  changesOf,
  errorsIn,
  FIELD_NAMES,
  fieldsOf,
  newPersonOf,
  type PersonFields,
} from './people-rules.ts';
import { useAddPerson, useChangePerson } from './queries.ts';

interface PersonDialogProps {
  /** The person to edit; undefined to add an elder. */
  person?: Person;
  /** The current version of the person; null if another administrator removed them. */
  present?: Person | null | undefined;
  onClose: () => void;
}

export function PersonDialog(props: PersonDialogProps) {
  const { person, present, onClose } = props;
  const { form, signIn } = usePersonForm(props);
  const { field } = form;
  const isElder = person === undefined || person.role === 'user';
  const pendingEmail = (present ?? person)?.pendingEmail;
  return (
    <FormDialog
      title={person ? 'Edit person' : 'Add elder'}
      action={person ? 'Save' : 'Add elder'}
      form={form}
      onClose={onClose}
    >
      <ClashNotice
        form={form}
        thing="person"
        labels={FIELD_NAMES}
        words={(name, known) => known[name]}
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
          description={
            pendingEmail
              ? `Waiting for confirmation of ${readableEmail(pendingEmail)}. Until then this email stays in use.`
              : undefined
          }
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
                : `At least ${MIN_PASSWORD_LENGTH} characters, together with an email.`
            }
            {...field('password')}
          />
        ) : null}
      </SignInPart>
    </FormDialog>
  );
}

/** The form with its validation and submission. */
function usePersonForm({ person, present, onClose }: PersonDialogProps) {
  const [isSignInShown, setSignInShown] = useState(Boolean(person?.email));
  const add = useAddPerson();
  const change = useChangePerson();
  const showWrong = ({ email, password }: FieldErrors<PersonFields>) => {
    if (email || password) setSignInShown(true);
  };
  const form = useForm({
    opened: person,
    present,
    fieldsOf,
    check: (fields) => errorsIn(fields, person),
    send: (fields, { changed, version }) =>
      person
        ? change.mutateAsync({
            params: { id: person.id },
            body: { version, ...changesOf(changed) },
          })
        : add.mutateAsync({ body: newPersonOf(fields) }),
    success: ({ firstName, pendingEmail }) =>
      pendingEmail
        ? `${firstName} was updated. ${pendingEmail} is used when it is confirmed.`
        : `${firstName} ${person ? 'was updated' : 'was added'}.`,
    failure: person ? 'Failed to update the person' : 'Failed to add the person',
    onWrong: showWrong,
    onRefused: (_, errors) => showWrong(errors),
    onDone: onClose,
  });
  const signIn = { isOpen: isSignInShown, onOpenChange: setSignInShown };
  return { form, signIn };
}

interface SignInPartProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}

/** Collapsed by default, because most elders need no sign-in. */
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
