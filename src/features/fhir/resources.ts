import type { MeasureValue } from '#features/measures/contract.ts';
import { CODES, type Code, type MeasureUnit } from '#features/measures/kinds.ts';
import { KIND_NAMES } from '#features/measures/measure-messages.ts';
import type { Medication, MedicationLog } from '#features/medications/contract.ts';
import { DAY_MS, MINUTE_MS } from '#kit/shared/durations.ts';
import { weekday } from '#kit/shared/zoned-time.ts';

/** A resource of FHIR R4 as JSON (hl7.org/fhir/R4); each function here makes one kind. */
export interface Resource {
  readonly resourceType: string;
  readonly id: string;
  readonly [element: string]: unknown;
}

/** Of whom all resources are, by their id. */
export type Subject = string;

interface Named {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** What of a tablet is told. */
interface NamedDevice {
  readonly id: string;
  readonly name: string;
}

export const UCUM = 'http://unitsofmeasure.org';

const DAYS_OF_WEEK = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

export function referenceTo(id: string): { reference: string } {
  return { reference: `urn:uuid:${id}` };
}

export function patient({ id, firstName, lastName }: Named): Resource {
  return {
    resourceType: 'Patient',
    id,
    active: true,
    name: [withoutNothing({ family: lastName || undefined, given: [firstName] })],
  };
}

/** The tablet that reminds, and on which doses are answered. */
export function device({ id, name }: NamedDevice, subject: Subject): Resource {
  return {
    resourceType: 'Device',
    id,
    status: 'active',
    ...(name === '' ? {} : { deviceName: [{ name, type: 'user-friendly-name' }] }),
    type: { text: 'Tablet that reminds of medications' },
    patient: referenceTo(subject),
  };
}

/** What the family says is taken, on that local date; `how` are times and limits in a sentence. */
export function medicationStatement(
  medication: Medication,
  how: string,
  { subject, today }: { readonly subject: Subject; readonly today: string },
): Resource {
  const { id, name, dosage, startDate, endDate, instructions } = medication;
  return {
    resourceType: 'MedicationStatement',
    id,
    status: statusOn(medication, today),
    medicationCodeableConcept: { text: name },
    subject: referenceTo(subject),
    effectivePeriod: withoutNothing({ start: startDate, end: endDate ?? undefined }),
    informationSource: { display: 'The family' },
    dosage: [
      withoutNothing({
        text: [dosage, how].filter(Boolean).join(', ') || name,
        patientInstruction: instructions || undefined,
        ...timingOf(medication),
      }),
    ],
  };
}

function statusOn({ isActive, startDate, endDate }: Medication, today: string): string {
  if (endDate !== null && endDate < today) return 'completed';
  if (!isActive) return 'on-hold';
  return startDate > today ? 'intended' : 'active';
}

function timingOf(medication: Medication) {
  const { frequency, times, startDate, mostIn24Hours } = medication;
  const timeOfDay = times.map((time) => `${time}:00`);
  switch (frequency) {
    case 'as_needed':
      return {
        asNeededBoolean: true,
        ...(mostIn24Hours === null
          ? {}
          : {
              maxDosePerPeriod: {
                numerator: { value: mostIn24Hours, unit: 'dose', system: UCUM, code: '{dose}' },
                denominator: { value: 24, unit: 'hour', system: UCUM, code: 'h' },
              },
            }),
      };
    case 'weekly':
      return { timing: { repeat: { dayOfWeek: [DAYS_OF_WEEK[weekday(startDate)]], timeOfDay } } };
    case 'daily':
    case 'twice_daily':
    case 'three_times_daily':
      return {
        timing: { repeat: { frequency: times.length, period: 1, periodUnit: 'd', timeOfDay } },
      };
    // Other schedules are said in words: not each of them can be said by `repeat`.
    default:
      return {};
  }
}

interface Told {
  readonly subject: Subject;
  /** The ids of those that are stated in the same bundle. */
  readonly medications: ReadonlySet<string>;
}

/**
 * What became of one dose: what was taken when that was said, what was not when it was due. A dose that
 * waits, or was taken back, is none.
 */
export function medicationAdministration(
  log: MedicationLog,
  { subject, medications }: Told,
): Resource | undefined {
  const { id, status, scheduledTime, loggedAt, loggedBy, medication, medicationId } = log;
  if (status === 'pending') return undefined;
  const isTaken = status === 'taken';
  const words = loggedBy === null ? 'Nobody answered' : `Said by ${loggedBy}`;
  return {
    resourceType: 'MedicationAdministration',
    id,
    status: isTaken ? 'completed' : 'not-done',
    ...(isTaken ? {} : { statusReason: [{ text: status === 'skipped' ? 'Skipped' : 'Missed' }] }),
    // How much is said in words: as a quantity R4 wants a number and a unit, which nobody gave.
    medicationCodeableConcept: {
      text: [medication.name, medication.dosage].filter(Boolean).join(', '),
    },
    subject: referenceTo(subject),
    // One that was deleted is no statement any more.
    ...(medications.has(medicationId)
      ? { supportingInformation: [referenceTo(medicationId)] }
      : {}),
    effectiveDateTime: isTaken ? loggedAt : scheduledTime,
    note: [{ text: `${words}. Due at ${scheduledTime}.${latenessOf(log)}` }],
  };
}

function latenessOf({ status, scheduledTime, loggedAt, beyondLimit }: MedicationLog): string {
  const tooMany = beyondLimit ? ' One too many.' : '';
  const late = Date.parse(loggedAt) - Date.parse(scheduledTime);
  if (status !== 'taken' || late < MINUTE_MS || late > DAY_MS) return tooMany;
  return ` ${Math.floor(late / MINUTE_MS)} minutes late.${tooMany}`;
}

const CATEGORY = 'http://terminology.hl7.org/CodeSystem/observation-category';
const LOINC = 'http://loinc.org';

/** What was measured; an unusual value is one like any other. */
export function observation(value: MeasureValue, subject: Subject): Resource {
  const { id, kind, unit, first, second, measuredAt, personName } = value;
  const [whole, ...parts] = codesOf(value);
  const isScore = unit === '{score}';
  return {
    resourceType: 'Observation',
    id,
    status: 'final',
    category: [{ coding: [{ system: CATEGORY, code: isScore ? 'survey' : 'vital-signs' }] }],
    code: codeOf(whole, KIND_NAMES[kind]),
    subject: referenceTo(subject),
    effectiveDateTime: measuredAt,
    ...(personName === '' ? {} : { performer: [{ display: personName }] }),
    ...(second === null
      ? amountOf(first, unit)
      : {
          component: [first, second].map((each, at) => ({
            code: codeOf(parts[at], at === 0 ? 'Systolic' : 'Diastolic'),
            ...amountOf(each, unit),
          })),
        }),
  };
}

function codesOf({ kind, unit }: Pick<MeasureValue, 'kind' | 'unit'>): readonly Code[] {
  if (kind !== 'glucose') return CODES[kind];
  return CODES.glucose[unit === 'mmol/L' ? 'mmol/L' : 'mg/dL'];
}

function codeOf(code: Code | undefined, text: string) {
  return code === undefined ? { text } : { coding: [{ system: LOINC, code: code.code }], text };
}

function amountOf(value: number, unit: MeasureUnit) {
  if (unit === '{score}') return { valueInteger: value };
  return { valueQuantity: { value, unit, system: UCUM, code: unit } };
}

/** All of them as one document, at that moment. */
export function bundle(resources: readonly Resource[], now: Date) {
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: now.toISOString(),
    entry: resources.map((resource) => ({ fullUrl: `urn:uuid:${resource.id}`, resource })),
  };
}

/** JSON has no undefined, and FHIR no empty text. */
export function withoutNothing(fields: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
