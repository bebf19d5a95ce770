import type Stripe from 'stripe';
import type { Book } from './book.ts';
import { misused } from './refusals.ts';
import { answerShape, faultsOf, refusalOf, requestShape } from './shapes.ts';
import type { Fields } from './wire.ts';

/** A request that was checked, as its handler receives it. */
export interface Call<Parameters> {
  readonly book: Book;
  readonly parameters: Parameters;
  /** The id in the path; empty if the path has none. */
  readonly id: string;
}

export interface Route {
  /** True if the call creates an object, so that an idempotency key is required. */
  readonly creates: boolean;
  /** True if a browser may call it with the publishable key and the client secret. */
  readonly isPublic: boolean;
  /** Returns the id in the path; undefined if the path does not match. */
  match(method: string, path: string): string | undefined;
  /** Checks the fields and returns the function that executes the request. */
  prepare(book: Book, fields: Fields, id: string): () => object;
}

interface Expandable {
  readonly expand?: string[];
}

/** Defines an API call whose request and response are checked; the path is in Stripe's notation. */
export function route<Parameters extends Expandable>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  handle: (call: Call<Parameters>) => object,
  options: { creates?: boolean; isPublic?: boolean } = {},
): Route {
  const { creates = false, isPublic = false } = options;
  const asked = requestShape<Parameters>(method, path, isPublic ? ['client_secret'] : []);
  const answered = answerShape(method, path);
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/, '([^/]+)')}$`);
  return {
    creates,
    isPublic,
    match(givenMethod, givenPath) {
      const found = givenMethod === method ? pattern.exec(givenPath) : null;
      return found === null ? undefined : decodeURIComponent(found[1] ?? '');
    },
    prepare(book, fields, id) {
      const parameters: unknown = fields;
      if (!asked(parameters)) throw refusalOf(asked.errors ?? []);
      return () => {
        const answer = structuredClone(handle({ book, parameters, id }));
        for (const way of parameters.expand ?? []) expand(book, answer, way.split('.'), way);
        if (!answered(answer)) {
          book.misuses.push(`${method} ${path} is answered wrongly: ${faultsOf(answered)}`);
        }
        return answer;
      };
    },
  };
}

const MAX_PAGE_SIZE = 100;
const MIN_PAGE_SIZE = 10;

/** Returns one page of a list, newest first. */
export function pageOf<Listed extends { id: string }>(
  url: string,
  all: readonly Listed[],
  { limit = MIN_PAGE_SIZE, starting_after }: Stripe.PaginationParams,
): Stripe.ApiList<Listed> {
  if (limit < 1 || limit > MAX_PAGE_SIZE) {
    throw misused('This value must be between 1 and 100 (inclusive).', 'limit');
  }
  const newest = all.toReversed();
  const start = newest.findIndex(({ id }) => id === starting_after) + 1;
  const data = newest.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < newest.length, url };
}

/** Implements the parameter `expand`: replaces the id at this position by its object. */
function expand(book: Book, within: unknown, [name = '', ...rest]: string[], way: string): void {
  if (Array.isArray(within)) {
    for (const one of within) expand(book, one, [name, ...rest], way);
    return;
  }
  if (!isRecord(within) || !(name in within)) {
    throw misused(`This property cannot be expanded (${way}).`, 'expand');
  }
  const value = within[name];
  if (typeof value === 'string') within[name] = structuredClone(found(book, value, way));
  if (rest.length > 0 && within[name] !== null) expand(book, within[name], rest, way);
}

function found(book: Book, id: string, way: string): object {
  const { customers, paymentMethods, setupIntents, subscriptions, invoices } = book;
  for (const things of [customers, paymentMethods, setupIntents, subscriptions, invoices]) {
    const thing = things.get(id);
    if (thing !== undefined) return thing;
  }
  throw misused(`This property cannot be expanded (${way}).`, 'expand');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
