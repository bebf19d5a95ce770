import undo from '@phosphor-icons/core/assets/bold/arrow-u-up-left-bold.svg?raw';
import envelope from '@phosphor-icons/core/assets/bold/envelope-simple-bold.svg?raw';
import pencil from '@phosphor-icons/core/assets/bold/pencil-simple-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import handOver from '@phosphor-icons/core/assets/bold/user-switch-bold.svg?raw';
import tablet from '@phosphor-icons/core/assets/duotone/device-tablet-duotone.svg?raw';
import type { User } from '#features/sessions/contract.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { formatDate } from '#platform/shared/zoned-time.ts';
import { anchorOf } from '#platform/web/scroll-to-anchor.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Email } from '#platform/web/ui/Email.tsx';
import type { Person } from '../contract.ts';
import { ROLE_WORDS } from './people-messages.ts';
import { actionsFor, type PeopleActions } from './people-rules.ts';

interface PeopleTableProps {
  me: User;
  people: readonly Person[];
  timezone: string;
  onAction: (action: keyof PeopleActions, person: Person) => void;
}

const HEADINGS = ['Name', 'Role', 'Customer ID', 'Contract Renewal', 'Added'];

/** The table of people; on a phone each person is a card. */
export function PeopleTable({ me, people, timezone, onAction }: PeopleTableProps) {
  return (
    <table className="w-full max-tablet:block">
      <thead className="text-left text-help text-soft max-tablet:sr-only">
        <tr>
          {HEADINGS.map((heading) => (
            <th
              key={heading}
              scope="col"
              className="whitespace-nowrap py-2 pr-4 font-semibold last:pr-0"
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      {people.map((person) => (
        <PersonRows
          key={person.id}
          person={person}
          isMe={person.id === me.id}
          actions={actionsFor(me, person)}
          timezone={timezone}
          onAction={(action) => onAction(action, person)}
        />
      ))}
    </table>
  );
}

interface PersonRowsProps {
  person: Person;
  isMe: boolean;
  actions: PeopleActions;
  timezone: string;
  onAction: (action: keyof PeopleActions) => void;
}

const CELL = 'tabular whitespace-nowrap py-0.5 pr-4 align-middle last:pr-0';

const FACT = `${CELL} max-tablet:flex max-tablet:justify-between max-tablet:gap-4 max-tablet:pr-0 max-tablet:before:text-soft max-tablet:before:content-[attr(data-label)]`;

function PersonRows({ person, isMe, actions, timezone, onAction }: PersonRowsProps) {
  const role = ROLE_WORDS[person.role];
  const date = (instant: string) => formatDate(new Date(instant), timezone);
  const hasActions = Object.values(actions).includes(true);
  return (
    <tbody
      id={anchorOf(person.id)}
      className="border-line border-t max-tablet:block max-tablet:py-4 max-tablet:first-of-type:border-t-0"
    >
      <tr className="max-tablet:grid max-tablet:grid-cols-[1fr_auto]">
        <th
          scope="row"
          className={`pr-4 text-left font-normal tablet:pt-3.5 ${hasActions ? 'tablet:pb-1' : 'tablet:pb-3.5'}`}
        >
          <PersonName person={person} isMe={isMe} />
        </th>
        <td className={`${CELL} max-tablet:self-center max-tablet:pr-0`}>
          <Badge tone={role.tone}>{role.word}</Badge>
        </td>
        <td data-label="Customer ID" className={`${FACT} max-tablet:col-span-2 max-tablet:pt-3`}>
          {person.accountNumber}
        </td>
        <td data-label="Contract Renewal" className={`${FACT} max-tablet:col-span-2`}>
          {date(person.subscriptionEndDate)}
        </td>
        <td data-label="Added" className={`${FACT} max-tablet:col-span-2`}>
          {date(person.createdAt)}
        </td>
      </tr>
      {hasActions ? (
        <tr className="max-tablet:block">
          <td colSpan={HEADINGS.length} className="pt-1 pb-3.5 max-tablet:block max-tablet:pt-3">
            <PersonActions person={person} actions={actions} onAction={onAction} />
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

function PersonName({ person, isMe }: { person: Person; isMe: boolean }) {
  const { firstName, lastName, email, awaitsConfirmation, pendingEmail } = person;
  return (
    <div className="flex items-center gap-3.5">
      <span
        aria-hidden="true"
        className="grid size-11 flex-none place-items-center rounded-full bg-photos-tint font-bold text-help text-photos-deep"
      >
        {`${firstName.slice(0, 1)}${lastName.slice(0, 1)}`.toUpperCase()}
      </span>
      <p className="min-w-0 leading-snug [overflow-wrap:anywhere]">
        <strong className="font-semibold">{fullName(person)}</strong>
        {isMe ? <span className="text-soft"> (you)</span> : null}
        <span className="block text-help text-soft">
          {email ? <Email of={email} /> : 'Signs in with a code'}
        </span>
        {awaitsConfirmation ? (
          <span className="block font-semibold text-help text-late">
            {person.role === 'user'
              ? 'Email not confirmed yet.'
              : 'Email not confirmed yet: alerts cannot be sent there.'}
          </span>
        ) : null}
        {pendingEmail ? (
          <span className="block font-semibold text-help text-late">
            Waiting for confirmation of <Email of={pendingEmail} />
          </span>
        ) : null}
      </p>
    </div>
  );
}

/**
 * The actions in the order of the buttons. `spoken` is followed by the person's name for screen
 * readers.
 */
const ACTIONS = [
  { action: 'setUpTablet', icon: tablet, label: 'Set up tablet', spoken: 'Set up tablet of' },
  { action: 'edit', icon: pencil, label: 'Edit', spoken: 'Edit' },
  {
    action: 'sendConfirmation',
    icon: envelope,
    label: 'Send a confirmation email',
    spoken: 'Send a confirmation email to',
  },
  {
    action: 'cancelEmailChange',
    icon: undo,
    label: 'Cancel the email change',
    spoken: 'Cancel the email change of',
  },
  { action: 'handOver', icon: handOver, label: 'Make super admin', spoken: 'Make super admin:' },
  { action: 'remove', icon: trash, label: 'Remove', spoken: 'Remove' },
] as const;

const variantOf = (action: keyof PeopleActions) => {
  if (action === 'remove') return 'danger-quiet';
  return action === 'setUpTablet' ? 'outline' : 'quiet';
};

function PersonActions({
  person,
  actions,
  onAction,
}: Pick<PersonRowsProps, 'person' | 'actions' | 'onAction'>) {
  const offered = ACTIONS.filter(({ action }) => actions[action]);
  return (
    <div className="flex flex-wrap gap-2 tablet:pl-14.5">
      {offered.map(({ action, icon, label, spoken }) => (
        <Button
          key={action}
          variant={variantOf(action)}
          icon={icon}
          // A negative margin aligns the label with the name, because this button has no visible
          // border.
          className={action === 'edit' && !actions.setUpTablet ? '-ml-4.5' : ''}
          aria-label={`${spoken} ${fullName(person)}`}
          onPress={() => onAction(action)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
