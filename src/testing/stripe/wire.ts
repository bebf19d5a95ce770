import type { IncomingMessage } from 'node:http';

/** What a form says of one name, before any type is known. */
export type Field = string | Field[] | Fields;

export interface Fields {
  [name: string]: Field;
}

/** Understands Stripe's bracket encoding: `items[0][price]=x` is a list of one object. */
export function decoded(form: URLSearchParams): Fields {
  const fields: Fields = {};
  for (const [name, value] of form) {
    put(fields, name.match(/[^[\]]+/g) ?? [name], value);
  }
  for (const [name, field] of Object.entries(fields)) fields[name] = withLists(field);
  return fields;
}

/** The form in a request's body; only the bytes that came are read. */
export async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function put(fields: Fields, [name = '', ...within]: readonly string[], value: string): void {
  if (within.length === 0) {
    fields[name] = value;
    return;
  }
  const field = fields[name];
  const inner = typeof field === 'object' && !Array.isArray(field) ? field : {};
  fields[name] = inner;
  put(inner, within, value);
}

/** Names that count from 0 are a list's. */
function withLists(field: Field): Field {
  if (typeof field === 'string') return field;
  const entries = Object.entries(field).map(([name, inner]) => [name, withLists(inner)] as const);
  const counts = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return counts ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
