import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import type { User } from '../contract.ts';
import { CURRENT_USER } from './queries.ts';

/**
 * Whoever comes after somebody else in the same page sees nothing that was read for them, whether they
 * signed in, paired the device, or did so in another tab. Returns what ends it.
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

/** What a screen shows is read anew; an answer that is under way is nobody's any more. */
function forgetAnswers(client: QueryClient): void {
  client.removeQueries({
    predicate: (query) => isOfOthers(query) && query.getObserversCount() === 0,
  });
  void client.resetQueries({ predicate: isOfOthers });
}

const isOfOthers = ({ queryHash }: Query): boolean => queryHash !== hashKey(CURRENT_USER);
