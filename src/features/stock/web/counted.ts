import type { Medication } from '#features/medications/contract.ts';
import type { MedicationStock } from '../contract.ts';

export interface Counted {
  readonly medication: Medication;
  readonly stock: MedicationStock;
}
