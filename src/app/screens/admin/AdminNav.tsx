import glass from '@phosphor-icons/core/assets/bold/magnifying-glass-bold.svg?raw';
import { useState } from 'react';
import { Link } from 'wouter';
import { HouseholdSwitcher } from '#features/households/web/HouseholdSwitcher.tsx';
import type { User } from '#features/sessions/contract.ts';
import type { PresentUser } from '#features/sessions/web/queries.ts';
import { lazyPart, renderNothing } from '#platform/web/lazy-part.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { Logo } from '#platform/web/ui/Logo.tsx';
import {
  HOUSEHOLDS_PATH,
  NEW_HOUSEHOLD_PATH,
  SERVER_HEALTH_PATH,
  TODAY_PATH,
} from '../../paths.ts';
import type { AdminTab } from './admin-tabs.ts';

// Loaded lazily, because these forms are rarely opened and would slow down each tab.
const ChangePasswordDialog = lazyPart(
  async () => (await import('#features/sessions/web/password-dialogs.tsx')).ChangePasswordDialog,
  renderNothing,
);
const SignOutEverywhere = lazyPart(
  async () => (await import('#features/sessions/web/SignOutEverywhere.tsx')).SignOutEverywhere,
  renderNothing,
);

interface AdminNavProps {
  user: PresentUser;
  appName: string;
  tabs: readonly AdminTab[];
  active: AdminTab;
  /** Called when a link was chosen, so that the drawer closes. */
  onChosen?: () => void;
  /** Opens the search; undefined if another button opens it. */
  onFind?: () => void;
}

const ROLE_NAMES = { super_admin: 'Super admin', admin: 'Admin', user: 'User' };

export function AdminNav({ user, appName, tabs, active, onChosen, onFind }: AdminNavProps) {
  const firstOfSuperAdmin = tabs.find(({ isForSuperAdmin }) => isForSuperAdmin);
  return (
    <div className="flex h-full flex-col gap-6 overflow-y-auto p-5">
      <div className="pl-2.5">
        <Brand appName={appName} />
      </div>
      <HouseholdSwitcher
        overviewPath={HOUSEHOLDS_PATH}
        addPath={NEW_HOUSEHOLD_PATH}
        path={TODAY_PATH}
        onChosen={onChosen}
      />
      {onFind ? (
        <Button
          variant="outline"
          icon={glass}
          aria-keyshortcuts="Control+K Meta+K"
          className="justify-start"
          onPress={onFind}
        >
          Find
          <span aria-hidden="true" className="ml-auto font-normal text-help text-soft">
            Ctrl K
          </span>
        </Button>
      ) : null}
      <nav aria-label="Administration">
        <ul className="grid gap-1">
          {tabs.map((tab) => (
            <li
              key={tab.id}
              className={tab === firstOfSuperAdmin ? 'mt-3 border-line border-t pt-4' : undefined}
            >
              <Link
                href={tab.path}
                onClick={onChosen}
                aria-current={tab === active ? 'page' : undefined}
                className="flex min-h-12.5 items-center gap-3.5 rounded-control px-3.5 font-semibold hover:bg-sunk aria-[current=page]:bg-ink aria-[current=page]:text-white aria-[current=page]:[--glyph:#8ba0dd] [&_.icon]:text-[1.5rem]"
              >
                <Icon of={tab.icon} />
                {tab.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Person user={user} />
    </div>
  );
}

/** The logo and name, linked to the elder's screens. */
export function Brand({ appName }: { appName: string }) {
  return (
    <Link
      href="/"
      className="flex min-h-11.5 w-fit items-center gap-3.5 rounded-control pr-3 font-bold text-section"
    >
      <Logo className="h-10.5" />
      {appName}
    </Link>
  );
}

export function Initials({ user }: { user: User }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-11 flex-none place-items-center rounded-full bg-photos-tint font-bold text-help text-photos-deep"
    >
      {`${user.firstName.slice(0, 1)}${user.lastName.slice(0, 1)}`.toUpperCase()}
    </span>
  );
}

function Person({ user }: { user: PresentUser }) {
  const [open, setOpen] = useState<'password' | 'everywhere'>();
  const close = () => setOpen(undefined);
  return (
    <div className="mt-auto pl-2.5">
      <div className="flex items-center gap-3">
        <Initials user={user} />
        <p className="min-w-0 leading-snug">
          <span className="block font-semibold">
            {user.firstName} {user.lastName}
          </span>
          <span className="block text-help text-soft">{ROLE_NAMES[user.role]}</span>
        </p>
      </div>
      <div className="mt-1 -ml-2.5 grid justify-items-start text-help">
        <Button variant="quiet" onPress={() => setOpen('password')}>
          Change password
        </Button>
        <Button variant="quiet" onPress={() => setOpen('everywhere')}>
          Sign out everywhere
        </Button>
        {user.isOperator ? (
          <Link
            href={SERVER_HEALTH_PATH}
            className="inline-flex min-h-11.5 items-center rounded-control px-4.5 font-semibold hover:bg-sunk"
          >
            Health of this server
          </Link>
        ) : null}
      </div>
      {open === 'password' ? <ChangePasswordDialog onClose={close} /> : null}
      {open === 'everywhere' ? <SignOutEverywhere onClose={close} /> : null}
    </div>
  );
}
