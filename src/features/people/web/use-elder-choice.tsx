import { type ReactNode, useState } from 'react';
import { Select } from '#kit/web/ui/Select.tsx';
import type { Person } from '../contract.ts';
import { fullName } from '../full-name.ts';
import { usePeople } from './queries.ts';

interface ElderChoice {
  /** Everybody who is looked after. */
  readonly elders: readonly Person[];
  /** The chosen one, the first unless somebody chose; undefined while there is none. */
  readonly elder: Person | undefined;
  /** The list to choose from; nothing where there is nobody to tell apart. */
  readonly choice: ReactNode;
}

/** For a page about one elder: about whom it is. */
export function useElderChoice(label: string): ElderChoice {
  const elders = usePeople().data?.filter(({ role }) => role === 'user') ?? [];
  const [chosen, setChosen] = useState<string>();
  const elder = elders.find(({ id }) => id === chosen) ?? elders[0];
  const choice =
    elders.length > 1 ? (
      <Select
        label={label}
        options={elders.map((one) => ({ value: one.id, label: fullName(one) }))}
        value={elder?.id ?? null}
        onChange={setChosen}
      />
    ) : null;
  return { elders, elder, choice };
}
