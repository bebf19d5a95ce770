import { Badge, type BadgeTone } from './Badge.tsx';
import { Select } from './Select.tsx';

/** Value of the option for everyone. */
const NOBODY_ALONE = 'everyone';
const EVERYONE = 'Everyone';

/** Badge colours of the people, in order; all have sufficient contrast. */
const TONES: readonly BadgeTone[] = ['info', 'role', 'good', 'late', 'bad'];

interface Named {
  readonly id: string;
  readonly name: string;
}

interface ForWhomProps {
  people: readonly Named[];
  /** Null means everyone. */
  value: string | null;
  onChange: (value: string | null) => void;
  label?: string;
  hidesLabel?: boolean;
}

/** A choice of the person for whom an item is; renders nothing if `people` is empty. */
export function ForWhom({ people, value, onChange, ...rest }: ForWhomProps) {
  if (people.length === 0) return null;
  const options = [
    { value: NOBODY_ALONE, label: EVERYONE },
    ...people.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Select
      label={rest.label ?? 'For whom'}
      hidesLabel={rest.hidesLabel ?? false}
      options={options}
      value={value ?? NOBODY_ALONE}
      onChange={(chosen) => onChange(chosen === NOBODY_ALONE ? null : chosen)}
    />
  );
}

/** A badge with the person to whom a list item belongs; renders nothing if `people` is empty. */
export function OwnerBadge({ id, people }: { id: string | null; people: readonly Named[] }) {
  if (people.length === 0) return null;
  const at = people.findIndex((person) => person.id === id);
  return <Badge tone={TONES[at % TONES.length] ?? 'plain'}>{people[at]?.name ?? EVERYONE}</Badge>;
}
