import type { QueryOptions } from './engine.ts';

/** A message from the main thread to the database thread. Each transaction has a number. */
export type Question =
  | { readonly kind: 'open'; readonly folder: string }
  | { readonly kind: 'begin'; readonly transaction: number }
  | ({
      readonly kind: 'query';
      /** Undefined for a statement outside of a transaction. */
      readonly transaction?: number;
      readonly text: string;
      readonly values?: unknown[] | undefined;
    } & QueryOptions)
  | { readonly kind: 'end'; readonly transaction: number; readonly isKept: boolean }
  | { readonly kind: 'close' };

export interface EngineRequest {
  readonly id: number;
  readonly question: Question;
}

export interface Answered {
  readonly id: number;
  readonly answer?: unknown;
  readonly failure?: Failure;
}

/**
 * Fields of an error that are copied to the other thread: those of PostgreSQL, and the code of a
 * file error.
 */
const FIELDS = ['code', 'severity', 'detail', 'hint', 'schema', 'table', 'column', 'constraint'];

/** Serialized error, because an error loses its own fields when it is sent to another thread. */
export interface Failure {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error), fields: {} };
  const known = Object.entries(error).filter(([name]) => FIELDS.includes(name));
  return { message: error.message, fields: Object.fromEntries(known) };
}

export function errorOf({ message, fields }: Failure): Error {
  return Object.assign(new Error(message), fields);
}
