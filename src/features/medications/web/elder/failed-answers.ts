import { watched } from '#kit/web/watched.ts';
import { keyOf } from '../reminder-machine.ts';

type Dose = Parameters<typeof keyOf>[0];

const failed = watched<ReadonlySet<string>>(new Set());

/** The doses, as `keyOf` names them, whose last answer was not saved. */
export const useFailedAnswers = failed.useValue;

/** The last answer to these doses was not saved, which their cards say; or they are answered anew. */
export function noteFailedAnswers(doses: readonly Dose[], isFailed: boolean): void {
  const keys = new Set(doses.map(keyOf));
  const others = [...failed.get()].filter((key) => !keys.has(key));
  if (!isFailed && others.length === failed.get().size) return;
  failed.set(new Set(isFailed ? [...others, ...keys] : others));
}
