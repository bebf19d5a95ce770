import fc from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '#platform/shared/endpoint.ts';
import { ABSENT, type Change, changeOf, type Shape, textOf } from './fuzz-values.ts';

export interface Wanted {
  readonly params: Readonly<Record<string, string>>;
  readonly query: string;
  /** A FormData, a JSON text or a JSON value. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Changes a valid request. It may insert values from `theirs`, a request of another household. */
export type Plan = (valid: Wanted, theirs: Wanted) => Wanted | Promise<Wanted>;

export const asItIs: Plan = (valid) => valid;

type Fields = Record<string, unknown>;

const isFields = (body: unknown): body is Fields =>
  typeof body === 'object' && body !== null && !(body instanceof FormData);

/** Returns plans for requests to an endpoint; deterministic for a seed. */
export function plansFor(endpoint: Endpoint, requests: number, seed: number): Plan[] {
  const kinds = [
    { weight: 3, arbitrary: fc.constant(asItIs) },
    { weight: 3, arbitrary: headerPlan },
    { weight: 1, arbitrary: queryTextPlan },
  ];
  const body = shapeOf(endpoint.body);
  const query = shapeOf(endpoint.query);
  if (body !== undefined) {
    kinds.push({ weight: 10, arbitrary: fieldPlan(body) });
    kinds.push({ weight: 2, arbitrary: bodyPlan });
  }
  if (query !== undefined) kinds.push({ weight: 8, arbitrary: queryPlan(query) });
  if (endpoint.path.includes('{')) kinds.push({ weight: 3, arbitrary: paramPlan });
  if (endpoint.upload !== undefined) kinds.push({ weight: 8, arbitrary: filePlan });
  return fc.sample(fc.oneof(...kinds), { numRuns: requests, seed });
}

function shapeOf(schema: z.ZodType | undefined): Shape | undefined {
  if (schema === undefined) return undefined;
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
}

const SURPRISES: readonly [string, unknown][] = [
  ['surprise', 1],
  ['id', '00000000-0000-4000-8000-000000000000'],
  ['accountId', '00000000-0000-4000-8000-000000000000'],
  ['role', 'super_admin'],
  ['constructor', { prototype: { isAdmin: true } }],
  ['toString', 'text'],
  ['a\0b', 1],
];

/** Changes one to three fields, and sometimes adds an unknown one. */
function fieldPlan({ properties = {} }: Shape): fc.Arbitrary<Plan> {
  const changes = Object.entries(properties).map(([field, shape]) =>
    changeOf(shape).map((change) => ({ field, change })),
  );
  const surprise = fc.constantFrom(...SURPRISES).map(([field, value]) => ({
    field,
    change: (() => value) as Change,
  }));
  if (changes.length === 0) return fc.constant(asItIs);
  const some = fc.array(
    fc.oneof({ weight: 15, arbitrary: fc.oneof(...changes) }, { weight: 1, arbitrary: surprise }),
    { minLength: 1, maxLength: 3 },
  );
  return some.map((edits) => (valid, theirs) => {
    const body: Fields = isFields(valid.body) ? { ...valid.body } : {};
    const other: Fields = isFields(theirs.body) ? theirs.body : {};
    for (const { field, change } of edits) {
      const value = change(body[field], other[field]);
      if (value === ABSENT) delete body[field];
      else body[field] = value;
    }
    return { ...valid, body };
  });
}

/** Maximum size of a body; bodies are padded with spaces up to it. */
const MAX_BYTES = 128 * 1024;

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** Changes the body as a whole: the same fields written in another way, or no fields at all. */
const bodyPlan: fc.Arbitrary<Plan> = fc
  .constantFrom<(text: string) => string>(
    (text) => text.padEnd(MAX_BYTES, ' '),
    (text) => text.padEnd(MAX_BYTES + 1, ' '),
    (text) => text.replace(/^\{/, '{"constructor":1,'),
    (text) => text.replace(/^\{(.*)\}$/s, '{$1,$1}'),
    (text) => `\ufeff${text}`,
    (text) => `[${text}]`,
    (text) => text.slice(0, -1),
    (text) => `${text}${text}`,
    (text) => text.replace(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
    () => '',
    () => 'null',
    () => '[]',
    () => '{}',
    () => '7',
    () => nested(31),
    () => nested(33),
    () => `[${'0,'.repeat(60_000)}0]`,
    () => `{${Array.from({ length: 8_000 }, (_, at) => `"field${at}":0`).join()}}`,
  )
  .map((change) => (valid) => ({ ...valid, body: change(textOf(valid.body ?? {})) }));

const JUNK = ['%00', '..%2f', '%', '%ED%A0%80', '%F0%9F%98%80', "'--", 'a'.repeat(199), '{id}'];

/** Replaces ids in the path by ids of another household, or by invalid ones. */
const paramPlan: fc.Arbitrary<Plan> = fc
  .oneof(
    fc.constant<Change>((_, theirs) => theirs),
    fc.constant<Change>((valid) => String(valid).toUpperCase()),
    fc.constantFrom(...JUNK, '00000000-0000-4000-8000-000000000000').map((text) => () => text),
  )
  .map((change) => (valid, theirs) => {
    const params = Object.entries(valid.params).map(([name, value]) => [
      name,
      String(change(value, theirs.params[name])),
    ]);
    return { ...valid, params: Object.fromEntries(params) };
  });

function queryPlan({ properties = {} }: Shape): fc.Arbitrary<Plan> {
  const changes = Object.entries(properties).map(([field, shape]) =>
    changeOf(shape).map((change) => ({ field, change })),
  );
  return fc.array(fc.oneof(...changes), { minLength: 1, maxLength: 3 }).map((edits) => (valid) => {
    const query = new URLSearchParams(valid.query);
    for (const { field, change } of edits) {
      const value = change(query.get(field) ?? undefined, undefined);
      if (value === ABSENT) query.delete(field);
      else query.set(field, inQuery(value).slice(0, 9_000));
    }
    return { ...valid, query: query.toString().replace(/%40spelt%3A(.*?)%40/g, '$1') };
  });
}

/** Objects are converted by JSON, because an object without a prototype has no `toString`. */
function inQuery(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const queryTextPlan: fc.Arbitrary<Plan> = fc
  .constantFrom('a=1', '&', '=', '%', '%00', 'a[]=1', '__proto__=1', 'a'.repeat(8_000))
  .map((more) => (valid) => ({ ...valid, query: `${valid.query}&${more}` }));

const HEADERS: Record<string, readonly string[]> = {
  'content-type': [
    'application/json; charset=utf-8',
    'application/json; charset=latin1',
    'APPLICATION/JSON',
    'application/vnd.api+json',
    'application/json;',
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    ';',
  ],
  'if-none-match': ['*', '"x"', 'W/"x"', '"', `"${'x'.repeat(5_000)}"`, '"a", "b"'],
  'if-modified-since': ['Tue, 10 Mar 2026 14:00:00 GMT', 'yesterday'],
  range: ['bytes=0-', 'bytes=0-0', 'bytes=-1', 'bytes=5-2', 'bytes=0-1,3-4', 'bytes=99999-', 'x'],
  'if-range': ['"x"'],
  'accept-encoding': ['gzip', 'br', 'identity;q=0', '*;q=0', 'gzip;q=0', 'gzip, gzip', ';;'],
  accept: ['text/html', 'application/xml', '', '*/*;q=x'],
  'accept-language': ['tlh', 'x'.repeat(2_000)],
  'idempotency-key': ['one', '', 'x'.repeat(300), 'é\t'],
  'user-agent': ['', 'x'.repeat(8_000), 'Mozilla/5.0 (\u00e9)'],
  'content-encoding': ['gzip', 'identity'],
  'x-forwarded-for': ['10.0.0.1, 10.0.0.2', 'x'],
  'x-http-method-override': ['DELETE'],
  expect: ['100-continue'],
  origin: ['null', 'https://evil.example'],
};

const headerPlan: fc.Arbitrary<Plan> = fc
  .array(
    fc.constantFrom(
      ...Object.entries(HEADERS).flatMap(([name, values]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((edits) => (valid) => ({
    ...valid,
    headers: { ...valid.headers, ...Object.fromEntries(edits) },
  }));

interface SentFile {
  readonly field: string;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type FileChange = (file: SentFile) => readonly SentFile[];

const NAMES = [
  '',
  '../../x.jpg',
  'a\u202egpj.exe',
  'é'.repeat(300),
  'a"b.jpg',
  'a\nb.jpg',
  '\ud800',
];

const fileChange: fc.Arbitrary<FileChange> = fc.oneof(
  fc.constantFrom(...NAMES).map<FileChange>((name) => (file) => [{ ...file, name }]),
  fc.tuple(fc.nat(), fc.nat(255)).map<FileChange>(([at, byte]) => (file) => {
    const bytes = new Uint8Array(file.bytes);
    if (bytes.length > 0) bytes[at % bytes.length] = byte;
    return [{ ...file, bytes }];
  }),
  fc
    .nat()
    .map<FileChange>((at) => (file) => [
      { ...file, bytes: file.bytes.slice(0, at % (file.bytes.length + 1)) },
    ]),
  fc.constantFrom<FileChange>(
    (file) => [file, file],
    () => [],
    (file) => [{ ...file, field: 'other' }],
    (file) => [{ ...file, bytes: new Uint8Array() }],
    (file) => [{ ...file, bytes: new Uint8Array([...file.bytes, ...file.bytes]) }],
  ),
);

const filePlan: fc.Arbitrary<Plan> = fileChange.map((change) => async (valid) => {
  if (!(valid.body instanceof FormData)) return valid;
  const form = new FormData();
  for (const [field, value] of valid.body) {
    if (typeof value === 'string') continue;
    const file = { field, name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) };
    for (const sent of change(file)) form.append(sent.field, new Blob([sent.bytes]), sent.name);
  }
  return { ...valid, body: form };
});
