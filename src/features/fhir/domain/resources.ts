import type { MeasureValue } from '#features/measures/contract.ts';
import { CODES, type Code, type MeasureUnit } from '#features/measures/domain/kinds.ts';
import { KIND_NAMES } from '#features/measures/domain/measure-messages.ts';
import type { Medication, MedicationLog } from '#features/medications/contract.ts';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { weekday } from '#platform/shared/zoned-time.ts';

/** A FHIR R4 resource as JSON (hl7.org/fhir/R4); each function here creates one type. */
export interface Resource {
  readonly resourceType: string;
  readonly id: string;
  readonly [element: string]: unknown;
}

/** The id of the patient of a resource. */
export type Subject = string;

interface Named {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** The fields of a tablet that are exported. */
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

/** Describes the tablet that reminds of doses, and on which they are answered. */
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

/**
 * Describes a medication as entered by the family, with its status on the local date `today`; `how`
 * is a sentence about times and limits.
 */
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
    // All other schedules are described only as text, because `repeat` cannot express all of them.
    default:
      return {};
  }
}

interface Told {
  readonly subject: Subject;
  /** The ids of the medications in the same bundle. */
  readonly medications: ReadonlySet<string>;
}

/**
 * Describes an answered or missed dose: a taken dose has the time of its answer, others their
 * scheduled time. Returns undefined for a pending dose.
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
    // The dosage is text, because an R4 quantity requires a number and a unit, which are not
    // stored.
    medicationCodeableConcept: {
      text: [medication.name, medication.dosage].filter(Boolean).join(', '),
    },
    subject: referenceTo(subject),
    // The reference is omitted for a deleted medication, which is not in the bundle.
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

/** Describes a measured value; unusual values are not marked. */
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

/** Combines resources into one document with the time of its creation. */
export function bundle(resources: readonly Resource[], now: Date) {
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: now.toISOString(),
    entry: resources.map((resource) => ({ fullUrl: `urn:uuid:${resource.id}`, resource })),
  };
}

/** Removes undefined fields, which JSON does not have; FHIR forbids empty values. */
export function withoutNothing(fields: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
