import type { Medication, MedicationContent } from './contract.ts';

/** What tells whether two are the same. */
type Named = Pick<MedicationContent, 'name' | 'times' | 'isActive' | 'userId'>;

export interface AlreadyThere {
  readonly name: string;
  /** Wall-clock time, HH:MM. */
  readonly time: string;
}

/** The active medication of that name and person which rings at one of these times already. */
export function alreadyThere(
  wanted: Named,
  present: readonly (Named & Pick<Medication, 'id'>)[],
): AlreadyThere | undefined {
  if (!wanted.isActive) return undefined;
  for (const { name, times, isActive, userId } of present) {
    const isSame =
      isActive && keyOf(name) === keyOf(wanted.name) && mayBeOne(userId, wanted.userId);
    const time = isSame ? times.find((each) => wanted.times.includes(each)) : undefined;
    if (time !== undefined) return { name, time };
  }
  return undefined;
}

/** What is for everyone is also for each. */
function mayBeOne(one: string, other: string): boolean {
  return one === other || one === 'system' || other === 'system';
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}
