import { ANSWERS } from '#features/today/domain/answer.ts';
import type { Household } from '../contract.ts';

/** Sorts households by urgency; expired ones come last. */
export function householdsByNeed(households: readonly Household[]): Household[] {
  return [...households].sort(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      one.name.localeCompare(other.name, 'en') ||
      one.accountNumber.localeCompare(other.accountNumber, 'en'),
  );
}

function rankOf({ people, isExpired }: Household): number {
  const [first] = people;
  return isExpired || first === undefined ? ANSWERS.length : ANSWERS.indexOf(first.answer);
}
