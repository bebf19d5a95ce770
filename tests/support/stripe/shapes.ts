import { readFileSync } from 'node:fs';
import {
  Ajv2020,
  type ErrorObject,
  type SchemaObject,
  type ValidateFunction,
} from 'ajv/dist/2020.js';
import type Stripe from 'stripe';
import { missingParameter, misused, type StripeRefusal } from './refusals.ts';

/** API version of the schemas in `openapi.json`. */
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

/** Schema of a call without parameters; every call accepts `expand`. */
const EXPAND_ALONE = {
  type: 'object',
  properties: { expand: { type: 'array', items: { type: 'string' } } },
  additionalProperties: false,
};

const api: Api = JSON.parse(fileBeside('openapi.json'));
const examples: { resources: Examples } = JSON.parse(fileBeside('fixtures.json'));
const described = { $id: ID, components: api.components };

// Options for a short compile time, because a test sends few requests.
const options = { strict: false, inlineRefs: false, code: { optimize: false } };

// Converts values to the types of the schema, because all form values are strings.
const asked = new Ajv2020({ ...options, coerceTypes: true }).addSchema(described);
const answered = new Ajv2020({ ...options, allErrors: true }).addSchema(described);

/** Returns Stripe's example of an object as a template. */
export function example<Name extends keyof Examples>(name: Name): Examples[Name] {
  return structuredClone(examples.resources[name]);
}

/**
 * Returns the validator of a call's parameters, which also converts them to numbers and booleans.
 */
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

/** Returns the validator of a call's response. */
export function answerShape(method: string, path: string): ValidateFunction {
  const { content } = operationOf(method, path).responses['200'];
  return answered.compile(absolute(content['application/json']?.schema ?? {}));
}

/** Returns the validator of an object by Stripe's name for it. */
export function objectShape(name: string): ValidateFunction {
  const shape = answered.getSchema(`${ID}#/components/schemas/${name}`);
  if (shape === undefined) throw new Error(`nothing is known of ${name}`);
  return shape;
}

/** Formats the validation errors of a response in one line. */
export function faultsOf({ errors }: ValidateFunction): string {
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ');
}

/** Converts validation errors to Stripe's error, without the values. */
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

/** Converts the pointer `/items/0/price` to form notation. */
function bracketed(pointer: string): string {
  const [first = '', ...inner] = pointer.split('/').slice(1);
  return first + inner.map((name) => `[${name}]`).join('');
}

/** Resolves a schema reference, so that properties can be added to the schema. */
function inFull(schema: SchemaObject): SchemaObject {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1];
  return absolute(name === undefined ? schema : (api.components.schemas[name] ?? schema));
}

/** Makes the schema's references absolute, so that they are valid outside of the API document. */
function absolute(schema: SchemaObject): SchemaObject {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', `"${ID}#/components`));
}

function fileBeside(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
