import { useState } from 'react';
import { binPromise } from '#features/bin/domain/bin-promise.ts';
import { useUndoDeletion } from '#features/bin/web/queries.ts';
import type { User } from '#features/sessions/contract.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import { Checkbox } from '#platform/web/ui/Checkbox.tsx';
import type { Prepared } from '../contract.ts';
import { affectedMessage } from '../domain/removal.ts';
import { useRemoval, useRemovePerson } from './queries.ts';

/**
 * Asks for confirmation, then moves the person with all their data into the bin and signs their
 * devices out.
 */
export function RemovePerson({ person, onClose }: { person: User; onClose: () => void }) {
  const removal = useRemoval(person.id);
  const remove = useRemovePerson();
  const undoable = useUndoDeletion();
  const [signsOut, setSignsOut] = useState(false);
  const name = fullName(person);
  const prepared = removal.data?.prepared ?? [];
  const question = `Are you sure you want to remove ${name}? They are signed out on all their devices at once.`;
  const affected = removal.data ? affectedMessage(removal.data.affected) : '';
  return (
    <ConfirmDialog
      title="Remove person"
      text={[question, LINKS_END[person.role], affected, binPromise()].filter(Boolean).join(' ')}
      action="Remove"
      call={() =>
        remove.mutateAsync({
          params: { id: person.id },
          query: { signOutPrepared: signsOut ? 'true' : 'false' },
        })
      }
      success={() => ({
        title: 'Success',
        text: `${name} was removed.`,
        ...undoable({ name, ids: [person.id] }),
      })}
      failure="Failed to remove the person"
      onClose={onClose}
    >
      {removal.isPending ? <p className="text-soft">Counting what goes to the bin…</p> : null}
      {removal.isError ? (
        <p className="text-soft">What goes to the bin could not be counted.</p>
      ) : null}
      {prepared.length > 0 ? (
        <PreparedList maker={name} prepared={prepared} signsOut={signsOut} onChange={setSignsOut} />
      ) : null}
    </ConfirmDialog>
  );
}

const LINKS_END: Readonly<Record<User['role'], string>> = {
  user: '',
  admin: 'Codes, invitations and links that they made stop working.',
  super_admin: '',
};

interface PreparedListProps {
  maker: string;
  prepared: readonly Prepared[];
  signsOut: boolean;
  onChange: (signsOut: boolean) => void;
}

/**
 * Lists tablets of elders, which continue to work unless they are signed out too, and sign-ins,
 * which end.
 */
function PreparedList({ maker, prepared, signsOut, onChange }: PreparedListProps) {
  return (
    <>
      <p>{`${maker} set these up for others:`}</p>
      <ul className="mt-1 mb-3 list-disc pl-6 wrap-anywhere">
        {prepared.map(({ kind, person, name }) => (
          <li key={`${kind} ${person} ${name}`}>
            {kind === 'tablet'
              ? `${person}: tablet (${name})`
              : `${person}: sign-in with ${name} and a password that ${maker} knows`}
          </li>
        ))}
      </ul>
      {prepared.some(({ kind }) => kind === 'sign-in') ? (
        <p className="mb-3">
          Afterwards nobody can sign in with these emails and passwords: the elder needs new ones.
        </p>
      ) : null}
      <Checkbox
        label="Sign these out too"
        description="A tablet that is signed out gives no reminders until it is set up again."
        isSelected={signsOut}
        onChange={onChange}
      />
    </>
  );
}
