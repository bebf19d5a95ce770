import fc from 'fast-check';
import { DAY_MS } from '#platform/shared/durations.ts';

/** The subset of JSON Schema that the contracts use. */
export interface Shape {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
}

/**
 * Returns a replacement for a value, derived from the valid value and that of another household.
 */
export type Change = (valid: unknown, theirs: unknown) => unknown;

/** Marks a field that is left out of the request. */
export const ABSENT = Symbol('absent');

/** Marks a number that `textOf` must write into the JSON exactly as it is spelled here. */
export const spelt = (number: string) => `@spelt:${number}@`;

export function textOf(body: unknown): string {
  return JSON.stringify(body).replace(/"@spelt:([^@"]*)@"/g, '$1');
}

const LONG = 100_000;

const DATES = [
  '2026-03-08', // New York skips the hour from 02:00 to 03:00.
  '2026-11-01', // New York repeats the hour from 01:00 to 02:00.
  '2026-03-29',
  '2011-12-30', // Samoa skipped this day.
  '2024-02-29',
  '2025-02-29',
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '1900-01-01',
  '1970-01-01',
  '2199-12-31',
  '2200-01-01',
  '9999-12-31',
  '10000-01-01',
  '-000001-01-01',
  '2026-3-8',
  '2026-03-08T00:00:00Z',
];

const INSTANTS = [
  '2026-03-08T02:30:00-05:00',
  '2026-03-08T07:00:00Z',
  '2026-11-01T01:30:00-04:00',
  '2026-03-10T12:00:00+14:00',
  '2026-03-10T12:00:00-23:59',
  '2026-03-10T12:00:00.123456789Z',
  '0000-01-01T00:00:00Z',
  '0000-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
  '2016-12-31T23:59:60Z',
  '2026-03-10',
];

const TIMES = ['00:00', '02:30', '23:59', '24:00', '8:00', '08:60', '08:00:00', ' 08:00'];

const ZONES = ['Asia/Kathmandu', 'america/new_york', 'Pacific/Apia', 'UTC', 'GMT+5', '+05:00'];

const UUIDS = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00000000-0000-4000-8000-000000000000',
  '0000000000004000800000000000000g',
  '{00000000-0000-4000-8000-000000000000}',
];

const ADDRESSES = [
  'https://example.org/?q=\u202e',
  'https://[::1]/a.mp4',
  'http://127.0.0.1:9/',
  'https://user:secret@example.org/',
  'https://xn--',
  'https://example.org:99999/',
  'javascript:alert(1)',
  'data:text/html,a',
  'file:///etc/passwd',
  'https://www.youtube.com/watch?v=%00',
  'https://open.spotify.com/playlist/%F0%9F',
  '//example.org',
  'https://',
  '/uploads/../../etc/passwd',
  '/uploads/nothing.webp',
];

const EMAILS = [
  'a@b',
  'A+b@EXAMPLE.com ',
  `${'a'.repeat(64)}@example.com`,
  `a@${'b'.repeat(63)}.com`,
  'a@é.example',
  '"a b"@example.com',
  'a@example.com\nBcc: b@example.com',
];

const TEXTS = [
  '',
  ' ',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\u202eabc\u2066',
  '\u200f',
  '\ufeff',
  '\r\n',
  '\u0007\u001b[31m',
  '👩‍👩‍👧‍👦',
  '%',
  '%00',
  '\\',
  "' or 1=1 --",
  '<script>',
  '$1 {{x}}',
  'NaN',
  'null',
  '__proto__',
  'constructor',
  'a'.repeat(LONG),
];

const NUMBERS = [
  spelt('-0'),
  0,
  1,
  -1,
  0.5,
  1e-7,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 - 1,
  spelt('9007199254740993'),
  spelt('1e308'),
  spelt('1e999'),
  spelt('-1e999'),
  'NaN',
  '1',
];

const as =
  (value: unknown): Change =>
  () =>
    value;
const oneOf = (values: readonly unknown[]) => fc.constantFrom(...values).map(as);
const kept: Change = (valid) => valid;

const wrong = fc.oneof(
  fc.constantFrom(ABSENT, null, {}, [], true, 7, 'text', { not: ['this'] }, [[]]).map(as),
  fc.json().map((json) => as(JSON.parse(json))),
);

/** Returns changes of a value: mostly valid, or slightly invalid. */
export function changeOf(shape: Shape): fc.Arbitrary<Change> {
  return fc.oneof(
    { weight: 6, arbitrary: fitting(shape) },
    { weight: 4, arbitrary: beside(shape) },
    { weight: 1, arbitrary: fc.constant((_: unknown, theirs: unknown) => theirs ?? ABSENT) },
    { weight: 1, arbitrary: wrong },
  );
}

/** Generates values that satisfy the schema. */
function fitting(shape: Shape): fc.Arbitrary<Change> {
  const { type, anyOf, items, maxItems = 20 } = shape;
  if ('const' in shape) return fc.constant(as(shape.const));
  if (shape.enum !== undefined) return oneOf(shape.enum);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(fitting));
  if (type === 'boolean') return fc.boolean().map(as);
  if (type === 'null') return fc.constant(as(null));
  if (type === 'integer' || type === 'number') return fittingNumber(shape);
  if (type === 'string') return fittingText(shape);
  if (type === 'array' && items !== undefined) {
    const maxLength = Math.min(maxItems, 30);
    const list = fc.array(fitting(items), { maxLength });
    return list.map((changes) => (valid, theirs) => {
      const [one, other] = [firstOf(valid), firstOf(theirs)];
      return changes.map((change) => change(one, other)).filter((item) => item !== undefined);
    });
  }
  return fc.constant(kept);
}

function fittingNumber({ type, minimum = -1000, maximum = 1000 }: Shape): fc.Arbitrary<Change> {
  const [min, max] = [minimum, Math.min(maximum, minimum + 100_000)];
  const number =
    type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  return number.map(as);
}

function fittingText(shape: Shape): fc.Arbitrary<Change> {
  const { format, pattern = '', minLength = 0, maxLength = 200 } = shape;
  const day = fc.integer({ min: -400, max: 400 });
  const dated = day.map((days) => new Date(Date.UTC(2026, 2, 10) + days * DAY_MS).toISOString());
  if (format === 'date') return dated.map((instant) => as(instant.slice(0, 10)));
  if (format === 'date-time') return dated.map(as);
  if (pattern.includes('[01]\\d|2[0-3])')) {
    const digits = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
    return digits.map((of) => as(of.map((part) => String(part).padStart(2, '0')).join(':')));
  }
  if (format !== undefined || pattern !== '') return fc.constant(kept);
  const text = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) });
  return fc.oneof(fc.constant(kept), text.map(as));
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

/**
 * Generates values at and just beyond the bounds of the schema, and values that often cause errors.
 */
function beside(shape: Shape): fc.Arbitrary<Change> {
  const { type, anyOf } = shape;
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(beside));
  if (type === 'integer' || type === 'number') {
    const { minimum = 0, maximum = 2 ** 31 } = shape;
    return oneOf([...NUMBERS, minimum, minimum - 1, maximum, maximum + 1, minimum + 0.5]);
  }
  if (type === 'string') return besideText(shape);
  if (type === 'array') return besideList(shape);
  return wrong;
}

function besideText(shape: Shape): fc.Arbitrary<Change> {
  const { format, pattern = '', minLength = 0, maxLength } = shape;
  const upper: Change = (valid) => String(valid).toUpperCase();
  if (format === 'uuid') return fc.oneof(oneOf([...UUIDS, ...TEXTS]), fc.constant(upper));
  if (format === 'date') return oneOf([...DATES, ...TEXTS]);
  if (format === 'date-time') return oneOf([...INSTANTS, ...TEXTS]);
  if (pattern.includes('[01]\\d')) return oneOf([...TIMES, ...TEXTS]);
  const most = maxLength ?? LONG;
  const bounds = ['a', '\u{1f600}', 'é'].flatMap((letter) =>
    [minLength, minLength - 1, most, most + 1].map((length) =>
      letter.repeat(Math.max(0, Math.floor(length / letter.length))),
    ),
  );
  const padded: Change = (valid) => ` ${String(valid)}\u00a0`;
  return fc.oneof(
    { weight: 6, arbitrary: oneOf([...TEXTS, ...bounds]) },
    { weight: 3, arbitrary: oneOf([...ADDRESSES, ...EMAILS, ...ZONES, ...DATES]) },
    { weight: 1, arbitrary: fc.constantFrom(upper, padded) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary' }).map(as) },
  );
}

function besideList({ items = {}, maxItems = 100 }: Shape): fc.Arbitrary<Change> {
  const repeated =
    (length: number): Change =>
    (valid) =>
      Array.from({ length }, () => firstOf(valid) ?? '08:00');
  const twice: Change = (valid) => (Array.isArray(valid) ? [...valid, ...valid] : valid);
  const turned: Change = (valid) => (Array.isArray(valid) ? valid.toReversed() : valid);
  const shorter: Change = (valid) => (Array.isArray(valid) ? valid.slice(1) : valid);
  const most = Math.min(maxItems, 3_000);
  return fc.oneof(
    fc.constantFrom(twice, turned, shorter, ...[0, 1, most, most + 1].map(repeated)),
    fc.constantFrom(twice, turned, kept),
    beside(items).map(
      (change): Change =>
        (valid, theirs) => [change(firstOf(valid), firstOf(theirs))],
    ),
    fc.constant<Change>((valid, theirs) => [valid, theirs].flat()),
  );
}
