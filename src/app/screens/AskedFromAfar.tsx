import { useContext } from 'react';
import { AskedFitting } from '#features/accessibility/web/fitting/AskedFitting.tsx';
import { AlarmTest } from '#features/medications/web/elder/AlarmTest.tsx';
import { ReminderStands } from '#features/medications/web/elder/reminder-open.ts';
import type { PresentUser } from '#features/sessions/web/queries.ts';

/** What the family asks an elder's device for from elsewhere: its alarm, the fitting. */
export function AskedFromAfar({ user }: { user: PresentUser }) {
  return (
    <>
      <AlarmTest userId={user.id} />
      <AskedFitting user={user} isReminderStanding={useContext(ReminderStands)} />
    </>
  );
}
