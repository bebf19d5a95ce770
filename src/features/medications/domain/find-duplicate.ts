import type { Medication, MedicationContent } from '../contract.ts';

/** The fields that are compared to detect a duplicate. */
type Named = Pick<MedicationContent, 'name' | 'times' | 'isActive' | 'userId'>;

export interface Duplicate {
  readonly name: string;
  /** Wall-clock time, HH:MM. */
  readonly time: string;
}

/**
 * Returns the active medication that has the same name, the same elder and one of the same times.
 */
export function findDuplicate(
  wanted: Named,
  present: readonly (Named & Pick<Medication, 'id'>)[],
): Duplicate | undefined {
  if (!wanted.isActive) return undefined;
  for (const { name, times, isActive, userId } of present) {
    const isSame =
      isActive && keyOf(name) === keyOf(wanted.name) && mayBeOne(userId, wanted.userId);
    const time = isSame ? times.find((each) => wanted.times.includes(each)) : undefined;
    if (time !== undefined) return { name, time };
  }
  return undefined;
}

/**
 * A medication of `system` is for every elder, so it can duplicate a medication of any one of them.
 */
function mayBeOne(one: string, other: string): boolean {
  return one === other || one === 'system' || other === 'system';
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}
