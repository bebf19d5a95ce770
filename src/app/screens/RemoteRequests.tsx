import { useContext } from 'react';
import { RequestedFitting } from '#features/accessibility/web/fitting/RequestedFitting.tsx';
import { AlarmTest } from '#features/medications/web/elder/AlarmTest.tsx';
import { ReminderStands } from '#features/medications/web/elder/reminder-open.ts';
import type { PresentUser } from '#features/sessions/web/queries.ts';
import { IdleGate } from './idle/IdleGate.tsx';

/**
 * Runs what the family has requested for this device of an elder: alarm test, fitting, photo frame.
 */
export function RemoteRequests({ user }: { user: PresentUser }) {
  return (
    <>
      <AlarmTest userId={user.id} />
      <RequestedFitting user={user} isReminderStanding={useContext(ReminderStands)} />
      <IdleGate />
    </>
  );
}
