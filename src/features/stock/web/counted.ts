import type { Medication } from '#features/medications/contract.ts';
import type { MedicationStock } from '../contract.ts';

/** A medication of which it is counted what is left. */
export interface Counted {
  readonly medication: Medication;
  readonly stock: MedicationStock;
}
