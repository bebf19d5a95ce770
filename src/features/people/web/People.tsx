import plus from '@phosphor-icons/core/assets/bold/user-plus-bold.svg?raw';
import users from '@phosphor-icons/core/assets/duotone/users-duotone.svg?raw';
import { type ReactNode, useState } from 'react';
import type { User } from '#features/sessions/contract.ts';
import { useLimit } from '#features/sessions/web/queries.ts';
import { findCurrent } from '#platform/web/find-current.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { RoomLeft } from '#platform/web/ui/RoomLeft.tsx';
import type { Device, Person } from '../contract.ts';
import { HandOver } from './HandOver.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import type { PeopleActions } from './people-rules.ts';
import {
  sendConfirmation,
  useCancelEmailChange,
  useMakePairingCode,
  usePeople,
} from './queries.ts';
import { RemovePerson } from './RemovePerson.tsx';
import { SetUpTablet } from './SetUpTablet.tsx';

type Opening = Exclude<keyof PeopleActions, 'sendConfirmation' | 'cancelEmailChange'>;

type Open = { kind: 'add' } | { kind: Opening; person: Person };

interface PeopleProps {
  me: User;
  timezone: string;
  tryAlarm: (device: Device, personId: string) => ReactNode;
}

export function People({ me, timezone, tryAlarm }: PeopleProps) {
  const query = usePeople();
  const people = query.data ?? [];
  const elders = query.data?.filter(({ role }) => role === 'user').length;
  const mostElders = useLimit('elders');
  const [open, setOpen] = useState<Open>();
  const code = useMakePairingCode();
  const cancelEmailChange = useCancelEmailChange();
  const close = () => setOpen(undefined);
  const act = (kind: keyof PeopleActions, person: Person) => {
    if (kind === 'sendConfirmation') {
      return void sendConfirmation(person.id, person.pendingEmail ?? person.email ?? '');
    }
    if (kind === 'cancelEmailChange') return cancelEmailChange(person);
    if (kind === 'setUpTablet') code.reset();
    setOpen({ kind, person });
  };
  return (
    <Box
      title="People"
      icon={users}
      action={
        <RoomLeft used={elders} most={mostElders} things="elders" wayOut="Remove one first">
          <Button icon={plus} onPress={() => setOpen({ kind: 'add' })}>
            Add elder
          </Button>
        </RoomLeft>
      }
    >
      <ListState
        query={query}
        isEmpty={people.length === 0}
        emptyText="No users found"
        errorText="The people could not be loaded."
      >
        <PeopleTable me={me} people={people} timezone={timezone} onAction={act} />
      </ListState>
      {open?.kind === 'add' ? <PersonDialog onClose={close} /> : null}
      {open?.kind === 'edit' ? (
        <PersonDialog
          person={open.person}
          present={findCurrent(query.data, open.person.id)}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'remove' ? <RemovePerson person={open.person} onClose={close} /> : null}
      {open?.kind === 'handOver' ? <HandOver person={open.person} onClose={close} /> : null}
      {open?.kind === 'setUpTablet' ? (
        <SetUpTablet
          person={open.person}
          code={code}
          timezone={timezone}
          tryAlarm={tryAlarm}
          onClose={close}
        />
      ) : null}
    </Box>
  );
}
