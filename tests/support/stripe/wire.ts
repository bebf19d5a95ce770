import type { IncomingMessage } from 'node:http';

/** Untyped value of a form field. */
export type Field = string | Field[] | Fields;

export interface Fields {
  [name: string]: Field;
}

/** Decodes Stripe's bracket notation: `items[0][price]=x` is a list of one object. */
export function decoded(form: URLSearchParams): Fields {
  const fields: Fields = {};
  for (const [name, value] of form) {
    put(fields, name.match(/[^[\]]+/g) ?? [name], value);
  }
  for (const [name, field] of Object.entries(fields)) fields[name] = withLists(field);
  return fields;
}

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

/** Converts objects with keys 0, 1, 2 … to lists. */
function withLists(field: Field): Field {
  if (typeof field === 'string') return field;
  const entries = Object.entries(field).map(([name, inner]) => [name, withLists(inner)] as const);
  const counts = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return counts ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
