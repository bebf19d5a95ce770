import type Stripe from 'stripe';
import type { Book } from './book.ts';
import { misused } from './refusals.ts';
import { answerShape, faultsOf, refusalOf, requestShape } from './shapes.ts';
import type { Fields } from './wire.ts';

/** A call as its handler sees it: what it takes is checked. */
export interface Call<Parameters> {
  readonly book: Book;
  readonly parameters: Parameters;
  /** The one in the path; empty where there is none. */
  readonly id: string;
}

export interface Route {
  /** It makes something: done twice it would be there twice. */
  readonly creates: boolean;
  /** The browser may call it with the publishable key and the client secret. */
  readonly isPublic: boolean;
  /** The id in the path; nothing when this is another path. */
  match(method: string, path: string): string | undefined;
  /** Checks the fields; what is right can be carried out. */
  prepare(book: Book, fields: Fields, id: string): () => object;
}

interface Expandable {
  readonly expand?: string[];
}

/** One call of the API, checked on the way in and out; the path is written as Stripe does. */
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

const MOST_A_PAGE = 100;
const FEWEST_A_PAGE = 10;

/** One page of a list, the newest first. */
export function pageOf<Listed extends { id: string }>(
  url: string,
  all: readonly Listed[],
  { limit = FEWEST_A_PAGE, starting_after }: Stripe.PaginationParams,
): Stripe.ApiList<Listed> {
  if (limit < 1 || limit > MOST_A_PAGE) {
    throw misused('This value must be between 1 and 100 (inclusive).', 'limit');
  }
  const newest = all.toReversed();
  const start = newest.findIndex(({ id }) => id === starting_after) + 1;
  const data = newest.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < newest.length, url };
}

/** Puts the object in the place of its id. */
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
