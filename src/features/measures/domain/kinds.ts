/** The kinds of measurements, in the order of the screens. */
export const MEASURE_KINDS = ['blood-pressure', 'weight', 'glucose', 'pain', 'mood'] as const;

export type MeasureKind = (typeof MEASURE_KINDS)[number];

/** Codes of UCUM (ucum.org). A score has no unit; its annotation names the quantity. */
export const MEASURE_UNITS = ['mm[Hg]', 'kg', '[lb_av]', 'mg/dL', 'mmol/L', '{score}'] as const;

export type MeasureUnit = (typeof MEASURE_UNITS)[number];

export const WEIGHT_UNITS = ['kg', '[lb_av]'] as const satisfies readonly MeasureUnit[];
export const GLUCOSE_UNITS = ['mg/dL', 'mmol/L'] as const satisfies readonly MeasureUnit[];

export type WeightUnit = (typeof WEIGHT_UNITS)[number];
export type GlucoseUnit = (typeof GLUCOSE_UNITS)[number];

/** The permitted units of each kind. */
export const UNITS_OF: Readonly<Record<MeasureKind, readonly MeasureUnit[]>> = {
  'blood-pressure': ['mm[Hg]'],
  weight: WEIGHT_UNITS,
  glucose: GLUCOSE_UNITS,
  pain: ['{score}'],
  mood: ['{score}'],
};

/** Returns the unit of a kind, as the family chose it for weight and glucose. */
export function unitFor(
  kind: MeasureKind | '',
  asked: { readonly weightUnit: WeightUnit; readonly glucoseUnit: GlucoseUnit },
): MeasureUnit {
  if (kind === 'weight') return asked.weightUnit;
  if (kind === 'glucose') return asked.glucoseUnit;
  return kind === 'blood-pressure' ? 'mm[Hg]' : '{score}';
}

/** A code in a code system for the exchange of health records. */
export interface Code {
  readonly system: 'LOINC';
  readonly code: string;
}

const loinc = (code: string): Code => ({ system: 'LOINC', code });

/**
 * LOINC codes (loinc.org) of each kind: of the whole measurement and, for blood pressure, of its
 * two numbers. LOINC has no code for a mood chosen from five faces.
 */
export const CODES: Readonly<
  Record<Exclude<MeasureKind, 'glucose' | 'mood'>, readonly Code[]> & {
    readonly glucose: Readonly<Record<GlucoseUnit, readonly Code[]>>;
    readonly mood: readonly Code[];
  }
> = {
  // The codes in FHIR's profiles for blood pressure and body weight: panel, systolic, diastolic.
  'blood-pressure': [loinc('85354-9'), loinc('8480-6'), loinc('8462-4')],
  weight: [loinc('29463-7')],
  // Glucose in blood, by mass and by amount of substance.
  glucose: { 'mg/dL': [loinc('2339-0')], 'mmol/L': [loinc('15074-8')] },
  // Pain severity, 0 to 10, verbal numeric rating.
  pain: [loinc('72514-3')],
  mood: [],
};
