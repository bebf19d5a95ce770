import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import type { User } from '../contract.ts';
import { CURRENT_USER } from './queries.ts';

/**
 * Removes the previous person's data when another person signs in or pairs the device, in this tab
 * or another one. Returns a function that stops this.
 */
export function followPerson(client: QueryClient): () => void {
  let last: string | undefined;
  return client.getQueryCache().subscribe(({ query }) => {
    if (isOfOthers(query)) return;
    const person = client.getQueryData<User | null>(CURRENT_USER)?.id;
    if (person === undefined || person === last) return;
    const isAnother = last !== undefined;
    last = person;
    if (isAnother) forgetAnswers(client);
  });
}

/** Resets displayed queries, discards their pending responses, and removes the others. */
function forgetAnswers(client: QueryClient): void {
  client.removeQueries({
    predicate: (query) => isOfOthers(query) && query.getObserversCount() === 0,
  });
  void client.resetQueries({ predicate: isOfOthers });
}

const isOfOthers = ({ queryHash }: Query): boolean => queryHash !== hashKey(CURRENT_USER);
