import { readFileSync } from 'node:fs';
import {
  indexStructureDefinitionBundle,
  OperationOutcomeError,
  validateResource,
} from '@medplum/core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MeasureValue } from '#features/measures/contract.ts';
import type { Medication, MedicationLog } from '#features/medications/contract.ts';
import * as fhir from './resources.ts';

type Definitions = Parameters<typeof indexStructureDefinitionBundle>[0];
type Checked = Parameters<typeof validateResource>[0];

const DEFINITIONS = new URL('../r4-definitions.jsonl', import.meta.url);

// HL7's definitions of these resources in FHIR 4.0.1 (CC0), without their descriptions.
beforeAll(() => {
  const lines = readFileSync(DEFINITIONS, 'utf8').trim().split('\n');
  // The file has one definition per line.
  indexStructureDefinitionBundle(lines.map((line) => JSON.parse(line)) as Definitions);
});

interface Issue {
  readonly severity: string;
  readonly details?: { readonly text?: string };
  readonly expression?: readonly string[];
}

/** Returns the errors of the validator; empty for a valid R4 resource. */
function wrongIn(resource: object): string[] {
  try {
    validateResource(resource as Checked);
    return [];
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error;
    // The validator warns about each urn:uuid reference, which it cannot resolve; the references
    // have their own test.
    const issues: readonly Issue[] = error.outcome.issue ?? [];
    return issues
      .filter(({ severity }) => severity !== 'warning')
      .map(({ details, expression }) => `${expression?.join()}: ${details?.text}`);
  }
}

const ID = (last: string) => `00000000-0000-4000-8000-00000000000${last}`;
const ROSE = ID('1');
const TODAY = '2026-03-10';

const MEDICATION: Medication = {
  ...{ id: ID('2'), name: 'Lisinopril', dosage: '10 mg', frequency: 'twice_daily' },
  ...{ times: ['08:00', '20:00'], startDate: '2026-03-01', endDate: null },
  ...{ instructions: 'With water.', pillImageUrl: null, isActive: true, reminderEnabled: true },
  ...{ soundEnabled: true, shortestIntervalMinutes: null, mostIn24Hours: null, userId: 'system' },
  version: 1,
};

const LOG: MedicationLog = {
  ...{ id: ID('3'), medicationId: ID('2'), scheduledTime: '2026-03-10T12:00:00.000Z' },
  ...{ status: 'taken', notes: '', late: false, beyondLimit: false },
  ...{ loggedAt: '2026-03-10T12:04:30.000Z', loggedBy: 'Rose Miller' },
  medication: { name: 'Lisinopril', dosage: '10 mg' },
};

const statement = (changed: Partial<Medication> = {}) =>
  fhir.medicationStatement({ ...MEDICATION, ...changed }, '8:00 AM and 8:00 PM', {
    subject: ROSE,
    today: TODAY,
  });
const administration = (changed: Partial<MedicationLog> = {}) =>
  fhir.medicationAdministration(
    { ...LOG, ...changed },
    { subject: ROSE, medications: new Set([MEDICATION.id]) },
  );

const VALUE: MeasureValue = {
  ...{ id: ID('5'), userId: ROSE, kind: 'blood-pressure', unit: 'mm[Hg]', first: 128, second: 79 },
  ...{ measuredAt: '2026-03-10T13:12:00.000Z', personName: 'Rose Miller', correctedBy: null },
  ...{ isTakenBack: false, version: 1 },
};

const observed = (changed: Partial<MeasureValue> = {}) =>
  fhir.observation({ ...VALUE, ...changed }, ROSE);

const NAMED: [string, object | undefined][] = [
  ['a person', fhir.patient({ id: ROSE, firstName: 'Rose', lastName: 'Miller' })],
  ['a person of one name', fhir.patient({ id: ROSE, firstName: 'Rose', lastName: '' })],
  ['a tablet', fhir.device({ id: ID('4'), name: 'Kitchen' }, ROSE)],
  ['a tablet without a name', fhir.device({ id: ID('4'), name: '' }, ROSE)],
  ['a medication', statement()],
  ['of one name alone', statement({ dosage: '', instructions: '', endDate: '2026-03-31' })],
  ['a weekly one', statement({ frequency: 'weekly', times: ['08:00'] })],
  [
    'one as needed with limits',
    statement({
      frequency: 'as_needed',
      times: [],
      mostIn24Hours: 4,
      shortestIntervalMinutes: 360,
    }),
  ],
  ['a taken dose', administration()],
  ['a skipped dose', administration({ status: 'skipped' })],
  ['a missed dose', administration({ status: 'missed', loggedBy: null })],
  ['a blood pressure', observed()],
  ['a weight', observed({ kind: 'weight', unit: 'kg', first: 71.4, second: null })],
  ['glucose', observed({ kind: 'glucose', unit: 'mmol/L', first: 5.6, second: null })],
  ['pain', observed({ kind: 'pain', unit: '{score}', first: 3, second: null })],
  ['mood, which has no code', observed({ kind: 'mood', unit: '{score}', first: 4, second: null })],
];

const BUNDLE = fhir.bundle(
  [
    fhir.patient({ id: ROSE, firstName: 'Rose', lastName: 'Miller' }),
    fhir.device({ id: ID('4'), name: 'Kitchen' }, ROSE),
    statement(),
    ...[administration() ?? []].flat(),
    observed(),
  ],
  new Date('2026-03-10T15:00:00Z'),
);

describe('the resources in a bundle', () => {
  it.each(NAMED)('a valid R4 resource is created for %s', (_, resource) => {
    expect(wrongIn(Object(resource))).toEqual([]);
  });

  it('a bundle of all resources is valid', () => {
    expect(wrongIn(BUNDLE)).toEqual([]);
    const twice = { ...BUNDLE, entry: [...BUNDLE.entry, ...BUNDLE.entry] };
    expect(wrongIn(twice)).not.toEqual([]);
  });

  it('all references point to resources in the bundle', () => {
    const known = BUNDLE.entry.map(({ fullUrl }) => fullUrl);
    const named = [...JSON.stringify(BUNDLE).matchAll(/"reference":"([^"]+)"/g)];
    expect(named.length).toBeGreaterThan(2);
    for (const [, reference] of named) expect(known).toContain(reference);
    expect(administration()?.subject).toEqual({ reference: BUNDLE.entry[0]?.fullUrl });
  });

  it('the validator finds errors in invalid resources', () => {
    expect(wrongIn({ ...statement(), subject: undefined })).not.toEqual([]);
    expect(wrongIn({ ...statement(), dosage: [{ text: 7 }] })).not.toEqual([]);
    expect(wrongIn({ ...administration(), dose: '10 mg' })).not.toEqual([]);
    expect(wrongIn({ ...administration(), dosage: { site: { text: 'arm' } } })).not.toEqual([]);
    expect(
      wrongIn({ ...fhir.patient({ id: ROSE, firstName: 'Rose', lastName: '' }), active: 'yes' }),
    ).not.toEqual([]);
  });
});

/** The codes of required bindings in R4, which the validator does not check. */
const CODES = {
  statement: ['active', 'completed', 'intended', 'on-hold'],
  administration: ['completed', 'not-done'],
};

describe('medicationStatement describes a medication', () => {
  it.each<[string, Partial<Medication>]>([
    ['active', {}],
    ['on-hold', { isActive: false }],
    ['completed', { endDate: '2026-03-09' }],
    ['completed', { endDate: '2026-03-09', isActive: false }],
    ['active', { endDate: TODAY }],
    ['active', { startDate: TODAY }],
    ['intended', { startDate: '2026-03-11' }],
  ])('the status of a medication is %s with %j', (status, changed) => {
    expect(statement(changed).status).toBe(status);
    expect(CODES.statement).toContain(status);
  });

  it('a medication has its times, or its limits if it is taken as needed', () => {
    expect(statement().dosage).toEqual([
      {
        text: '10 mg, 8:00 AM and 8:00 PM',
        patientInstruction: 'With water.',
        timing: {
          repeat: { frequency: 2, period: 1, periodUnit: 'd', timeOfDay: ['08:00:00', '20:00:00'] },
        },
      },
    ]);
    // March 1 is a Sunday.
    expect(statement({ frequency: 'weekly', times: ['08:00'] }).dosage).toMatchObject([
      { timing: { repeat: { dayOfWeek: ['sun'], timeOfDay: ['08:00:00'] } } },
    ]);
    const onTuesdays = statement({ frequency: 'weekly', startDate: '2026-03-03' });
    expect(onTuesdays.dosage).toMatchObject([{ timing: { repeat: { dayOfWeek: ['tue'] } } }]);
    const asNeeded = statement({ frequency: 'as_needed', times: [], mostIn24Hours: 4 });
    expect(asNeeded.dosage).toMatchObject([
      { asNeededBoolean: true, maxDosePerPeriod: { numerator: { value: 4 } } },
    ]);
  });
});

describe('observation describes a measurement', () => {
  it('a measurement has its codes and units', () => {
    expect(observed()).toMatchObject({
      code: { coding: [{ code: '85354-9' }] },
      component: [
        {
          code: { coding: [{ code: '8480-6' }], text: 'Systolic' },
          valueQuantity: { value: 128, code: 'mm[Hg]' },
        },
        {
          code: { coding: [{ code: '8462-4' }], text: 'Diastolic' },
          valueQuantity: { value: 79 },
        },
      ],
    });
    expect(observed().valueQuantity).toBeUndefined();
    const glucose = observed({ kind: 'glucose', unit: 'mg/dL', first: 101, second: null });
    expect(glucose).toMatchObject({
      code: { coding: [{ code: '2339-0' }] },
      valueQuantity: { value: 101, code: 'mg/dL' },
    });
    const inMoles = observed({ kind: 'glucose', unit: 'mmol/L', first: 5.6, second: null });
    expect(inMoles).toMatchObject({
      code: { coding: [{ code: '15074-8' }] },
      valueQuantity: { value: 5.6, code: 'mmol/L' },
    });
    expect(observed({ kind: 'mood', unit: '{score}', first: 4, second: null })).toMatchObject({
      code: { text: 'Mood' },
      valueInteger: 4,
    });
  });
});

describe('medicationAdministration describes a dose', () => {
  it.each<[Partial<MedicationLog>, object]>([
    [{}, { status: 'completed', effectiveDateTime: LOG.loggedAt }],
    [
      { status: 'skipped' },
      {
        status: 'not-done',
        effectiveDateTime: LOG.scheduledTime,
        statusReason: [{ text: 'Skipped' }],
      },
    ],
    [
      { status: 'missed', loggedBy: null },
      {
        statusReason: [{ text: 'Missed' }],
        note: [{ text: 'Nobody answered. Due at 2026-03-10T12:00:00.000Z.' }],
      },
    ],
    [
      { loggedAt: '2026-03-10T13:30:00.000Z', beyondLimit: true },
      {
        note: [
          {
            text: 'Said by Rose Miller. Due at 2026-03-10T12:00:00.000Z. 90 minutes late. One too many.',
          },
        ],
      },
    ],
    // If the answer was given on a later day, the dose is not marked as late.
    [
      { loggedAt: '2026-03-11T12:01:00.000Z' },
      { note: [{ text: 'Said by Rose Miller. Due at 2026-03-10T12:00:00.000Z.' }] },
    ],
  ])('a dose with %j has the expected status and note', (changed, expected) => {
    const told = administration(changed);
    expect(told).toMatchObject(expected);
    expect(CODES.administration).toContain(told?.status);
  });

  it('a dose refers to its medication only if that is in the bundle', () => {
    const stated = { supportingInformation: [{ reference: `urn:uuid:${MEDICATION.id}` }] };
    expect(administration()).toMatchObject(stated);
    expect(administration({ medicationId: ID('9') })?.supportingInformation).toBeUndefined();
  });

  it('a pending dose creates no resource', () => {
    expect(administration({ status: 'pending' })).toBeUndefined();
  });
});
