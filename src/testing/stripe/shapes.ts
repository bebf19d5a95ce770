import { readFileSync } from 'node:fs';
import {
  Ajv2020,
  type ErrorObject,
  type SchemaObject,
  type ValidateFunction,
} from 'ajv/dist/2020.js';
import type Stripe from 'stripe';
import { missingParameter, misused, type StripeRefusal } from './refusals.ts';

/** The version of the API whose shapes lie beside. */
export const API_VERSION = '2026-10-28.endive';

interface Content {
  readonly schema: SchemaObject;
}

interface Operation {
  readonly parameters?: readonly {
    readonly in: string;
    readonly content?: Record<string, Content>;
  }[];
  readonly requestBody?: { readonly content: Record<string, Content> };
  readonly responses: { readonly '200': { readonly content: Record<string, Content> } };
}

interface Api {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, SchemaObject> };
}

interface Examples {
  customer: Stripe.Customer;
  payment_method: Stripe.PaymentMethod;
  setup_intent: Stripe.SetupIntent;
  subscription: Stripe.Subscription;
  subscription_item: Stripe.SubscriptionItem;
  invoice: Stripe.Invoice;
  price: Stripe.Price;
}

const FORM = 'application/x-www-form-urlencoded';
const ID = 'stripe';

/** Of a call that takes nothing: every one can be asked to expand what it answers. */
const EXPAND_ALONE = {
  type: 'object',
  properties: { expand: { type: 'array', items: { type: 'string' } } },
  additionalProperties: false,
};

const api: Api = JSON.parse(fileBeside('openapi.json'));
const examples: { resources: Examples } = JSON.parse(fileBeside('fixtures.json'));
const described = { $id: ID, components: api.components };

// Made quickly rather than checking quickly: a test sends a handful of requests.
const options = { strict: false, inlineRefs: false, code: { optimize: false } };

// A form knows only words: what the shape calls a number or a truth is read as one.
const asked = new Ajv2020({ ...options, coerceTypes: true }).addSchema(described);
const answered = new Ajv2020({ ...options, allErrors: true }).addSchema(described);

/** Stripe's own example of an object, to be filled in. */
export function example<Name extends keyof Examples>(name: Name): Examples[Name] {
  return structuredClone(examples.resources[name]);
}

/** How the parameters of a call look; checking turns their words into numbers and truths. */
export function requestShape<Parameters>(
  method: string,
  path: string,
  besides: readonly string[] = [],
): ValidateFunction<Parameters> {
  const operation = operationOf(method, path);
  const query = operation.parameters?.find((parameter) => parameter.in === 'query');
  const content = query?.content ?? operation.requestBody?.content;
  const shape = inFull(content?.[FORM]?.schema ?? EXPAND_ALONE);
  const more = Object.fromEntries(besides.map((name) => [name, { type: 'string' }]));
  return asked.compile<Parameters>({ ...shape, properties: { ...shape.properties, ...more } });
}

/** How the answer of a call looks. */
export function answerShape(method: string, path: string): ValidateFunction {
  const { content } = operationOf(method, path).responses['200'];
  return answered.compile(absolute(content['application/json']?.schema ?? {}));
}

/** How one object looks, by Stripe's name for it. */
export function objectShape(name: string): ValidateFunction {
  const shape = answered.getSchema(`${ID}#/components/schemas/${name}`);
  if (shape === undefined) throw new Error(`nothing is known of ${name}`);
  return shape;
}

/** What is wrong with an answer, in one line. */
export function faultsOf({ errors }: ValidateFunction): string {
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ');
}

/** Words what is wrong with a request as Stripe does; values are not repeated. */
export function refusalOf(errors: readonly ErrorObject[] = []): StripeRefusal {
  const error =
    errors.find(({ keyword }) => keyword === 'additionalProperties') ??
    errors.find(({ keyword }) => keyword === 'required') ??
    errors.at(0);
  const param = bracketed(error?.instancePath ?? '');
  const inner = (name: string) => (param === '' ? name : `${param}[${name}]`);
  if (error?.keyword === 'additionalProperties') {
    const unknown = inner(error.params.additionalProperty);
    return misused(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown');
  }
  if (error?.keyword === 'required') return missingParameter(inner(error.params.missingProperty));
  if (error?.keyword === 'enum') {
    const known: readonly string[] = error.params.allowedValues;
    return misused(`Invalid ${param}: must be one of ${known.join(', ')}`, param);
  }
  return misused(`Invalid ${error?.params.type ?? 'value'}: ${param}`, param);
}

function operationOf(method: string, path: string): Operation {
  const operation = api.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`nothing is known of ${method} ${path}`);
  return operation;
}

/** `/items/0/price` as a form names it. */
function bracketed(pointer: string): string {
  const [first = '', ...inner] = pointer.split('/').slice(1);
  return first + inner.map((name) => `[${name}]`).join('');
}

/** The schema that a reference names, so that something can be added to it. */
function inFull(schema: SchemaObject): SchemaObject {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1];
  return absolute(name === undefined ? schema : (api.components.schemas[name] ?? schema));
}

/** The same, with references that hold outside of the document. */
function absolute(schema: SchemaObject): SchemaObject {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', `"${ID}#/components`));
}

function fileBeside(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
