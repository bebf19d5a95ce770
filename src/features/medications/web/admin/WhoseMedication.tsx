import { useElders } from '#features/people/web/queries.ts';
import { Whose } from '#kit/web/ui/ForWhom.tsx';
import { useMedications } from '../queries.ts';

/** Whose a medication of the history is; nothing of one that is deleted: it is nobody's any more. */
export function WhoseMedication({ id }: { id: string }) {
  const elders = useElders();
  const medication = useMedications().data?.find((each) => each.id === id);
  return medication ? <Whose id={medication.userId} people={elders} /> : null;
}
