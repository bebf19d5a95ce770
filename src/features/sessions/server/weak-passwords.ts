import { dictionary } from '@zxcvbn-ts/language-common';
import type { Database } from '#database/connect.ts';
import type { Refusal } from '#platform/shared/refusal.ts';
import { guessableBecause, type KnownOfPerson } from '../domain/guessable.ts';
import { sessionRefusal } from '../refusals.ts';
import { PRODUCT_NAME } from './email-proof.ts';
import { householdWords } from './household-texts.ts';

/** The 49,000 most common passwords (list of zxcvbn). */
const common = new Set(dictionary['passwords-common'].map((word) => String(word)));

export interface PasswordOwner extends Omit<KnownOfPerson, 'appName'> {
  /** Undefined for a new household. */
  readonly accountId: string | undefined;
}

/** Throws a refusal for a password that is easy to guess; forms show it at the field. */
export async function refuseWeakPassword(
  password: string,
  { accountId, ...person }: PasswordOwner,
  database: Database,
): Promise<void> {
  if (common.has(password.toLowerCase())) {
    throw refusedPassword('This password is one of the most common ones. Please choose another.');
  }
  const appName = await appNameOf(database, accountId);
  const sentence = guessableBecause(password, { ...person, appName });
  if (sentence !== undefined) throw refusedPassword(sentence);
}

async function appNameOf(database: Database, accountId: string | undefined): Promise<string> {
  if (accountId === undefined) return PRODUCT_NAME;
  const words = await database.asSystem((db) => householdWords(db, accountId));
  return words?.appName ?? PRODUCT_NAME;
}

function refusedPassword(sentence: string): Refusal {
  return sessionRefusal('weak-password', sentence, { fields: { password: sentence } });
}
