import { RemoteAlarmTest } from '#features/alarm-tests/web/RemoteAlarmTest.tsx';
import { AddHouseholdLink } from '#features/households/web/AddHouseholdLink.tsx';
import { AdminInvitations } from '#features/invitations/web/AdminInvitations.tsx';
import { People } from '#features/people/web/People.tsx';
import { usePeople } from '#features/people/web/queries.ts';
import type { User } from '#features/sessions/contract.ts';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { lazyPart } from '#platform/web/lazy-part.tsx';
import { NEW_HOUSEHOLD_PATH } from '../../paths.ts';

const AuditTrail = lazyPart(
  async () => (await import('#features/audit/web/AuditTrail.tsx')).AuditTrail,
);

/** The people of the household; for a super admin also the invitations and the audit log. */
export function UserManagement({ user }: { user: User }) {
  const { timezone } = useSettings().data ?? DEFAULT_SETTINGS;
  const people = usePeople().data;
  const administrators = people?.filter(({ role }) => role !== 'user').length;
  return (
    <div className="grid gap-5.5">
      <People
        me={user}
        timezone={timezone}
        tryAlarm={(device, personId) => (
          <RemoteAlarmTest userId={personId} device={device} timezone={timezone} />
        )}
      />
      {user.role === 'super_admin' ? (
        <>
          <AdminInvitations administrators={administrators} timezone={timezone} />
          <AuditTrail timezone={timezone} />
        </>
      ) : (
        // Hidden for a super admin, who has this link on the Subscription tab.
        <AddHouseholdLink path={NEW_HOUSEHOLD_PATH} />
      )}
    </div>
  );
}
