import { useElders } from '#features/people/web/queries.ts';
import { OwnerBadge } from '#platform/web/ui/ForWhom.tsx';
import { useMedications } from '../queries.ts';

/** Shows the elder of a medication in the history; nothing if the medication was deleted. */
export function MedicationOwner({ id }: { id: string }) {
  const elders = useElders();
  const medication = useMedications().data?.find((each) => each.id === id);
  return medication ? <OwnerBadge id={medication.userId} people={elders} /> : null;
}
