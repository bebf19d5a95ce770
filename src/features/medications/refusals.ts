import { type RefusalKinds, refusalsOf } from '#platform/shared/refusal.ts';

export const medicationRefusals = {
  'medication-already-there': { status: 409 },
  'medications-full': { status: 409 },
  'elder-has-gone': {
    status: 409,
    sentence: 'The person whose medication this was is not in your household any more.',
  },
  'dose-taken-already': {
    status: 409,
    sentence: 'Somebody has said already that this dose was taken.',
  },
  'snooze-too-late': {
    status: 409,
    sentence: 'This reminder ends before it could come back.',
  },
  'dose-too-far-ahead': { status: 400, sentence: 'This dose is more than 12 hours ahead.' },
} as const satisfies RefusalKinds;

export type MedicationRefusal = keyof typeof medicationRefusals;

export const medicationRefusal = refusalsOf(medicationRefusals);
