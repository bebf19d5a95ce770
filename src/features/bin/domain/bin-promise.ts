import { DAYS_IN_BIN } from '../limits.ts';

/** The last sentences of the question that is asked before something moves to the bin. */
export function binPromise(what: 'it' | 'them' = 'it'): string {
  return `This action cannot be undone. You can restore ${what} from the bin for ${DAYS_IN_BIN} days.`;
}
