import type { Elder } from '#features/people/elders.ts';
import type { PillUpload } from '#features/pictures/web/queries.ts';
import { zoneMessage } from '#features/settings/time-zones.ts';
import { DateField } from '#kit/web/ui/DateField.tsx';
import { ForWhom } from '#kit/web/ui/ForWhom.tsx';
import { Select } from '#kit/web/ui/Select.tsx';
import { Switch } from '#kit/web/ui/Switch.tsx';
import { TextField } from '#kit/web/ui/TextField.tsx';
import { useNow } from '#kit/web/use-now.ts';
import type { Frequency, Medication } from '../contract.ts';
import { MovedTimes } from './MovedTimes.tsx';
import {
  FREQUENCY_NAMES,
  type MedicationErrors,
  type MedicationFields,
  withFrequency,
} from './medication-form.ts';
import { PillPictureField } from './PillPictureField.tsx';
import { TimesField } from './TimesField.tsx';

interface MedicationFormFieldsProps {
  /** What is edited, as it is stored. */
  medication: Medication | undefined;
  fields: MedicationFields;
  errors: MedicationErrors;
  onChange: (fields: MedicationFields) => void;
  upload: PillUpload;
  /** Apart, because the address comes while other fields are being filled in. */
  onPicture: (url: string | null) => void;
  elders: readonly Elder[];
  timezone: string;
}

const FREQUENCIES = ['daily', 'twice_daily', 'three_times_daily', 'weekly', 'as_needed'] as const;

const FREQUENCY_OPTIONS = FREQUENCIES.map((value: Frequency) => ({
  value,
  label: FREQUENCY_NAMES[value],
}));

/** What the form asks, from top to bottom. */
export function MedicationFormFields(props: MedicationFormFieldsProps) {
  const { fields, errors, onChange } = props;
  const change = (changed: Partial<MedicationFields>) => onChange({ ...fields, ...changed });
  const asNeeded = fields.frequency === 'as_needed';
  return (
    <>
      <div className="grid gap-4.5 tablet:grid-cols-2">
        <TextField
          label="Name"
          isRequired
          value={fields.name}
          onChange={(name) => change({ name })}
          error={errors.name}
        />
        <TextField
          label="Dosage"
          mark="optional"
          value={fields.dosage}
          onChange={(dosage) => change({ dosage })}
        />
      </div>
      <div className="grid gap-4.5 tablet:grid-cols-[7fr_5fr_5fr]">
        <Select
          label="Frequency"
          isRequired
          options={FREQUENCY_OPTIONS}
          value={fields.frequency}
          onChange={(frequency) => onChange(withFrequency(fields, frequency))}
        />
        <DateField
          label="Start date"
          isRequired
          value={fields.startDate}
          onChange={(startDate) => change({ startDate })}
          error={errors.startDate}
        />
        <DateField
          label="End date"
          mark="optional"
          value={fields.endDate}
          onChange={(endDate) => change({ endDate })}
          error={errors.endDate}
        />
      </div>
      <ForWhom
        people={props.elders}
        value={fields.userId === 'system' ? null : fields.userId}
        onChange={(userId) => change({ userId: userId ?? 'system' })}
      />
      <div className="grid items-start gap-x-4 gap-y-4.5 tablet:grid-cols-[1fr_15rem]">
        {asNeeded ? (
          <p className="rounded-control bg-ground px-4 py-3 text-soft">
            Without reminders: My Day shows it with a Taken button, to press when it was needed.
          </p>
        ) : (
          <Times {...props} onTimes={(times) => change({ times })} />
        )}
        <PillPictureField
          url={fields.pillImageUrl}
          upload={props.upload}
          onChange={props.onPicture}
        />
      </div>
      <Switches fields={fields} asNeeded={asNeeded} change={change} />
      <TextField
        label="Instructions"
        mark="optional"
        lines={2}
        value={fields.instructions}
        onChange={(instructions) => change({ instructions })}
      />
    </>
  );
}

type TimesProps = Pick<MedicationFormFieldsProps, 'medication' | 'fields' | 'errors' | 'timezone'>;

/** The times, by which clock they are, and what becomes of today where one is moved. */
function Times(props: TimesProps & { onTimes: (times: string[]) => void }) {
  const { medication, fields, errors, timezone } = props;
  const now = useNow(30_000);
  return (
    <div className="grid gap-2">
      <TimesField times={fields.times} error={errors.times} onChange={props.onTimes} />
      <p className="text-help text-soft">{zoneMessage(timezone, now)}</p>
      {medication && (
        <MovedTimes medication={medication} times={fields.times} timezone={timezone} />
      )}
    </div>
  );
}

interface SwitchesProps {
  fields: MedicationFields;
  asNeeded: boolean;
  change: (changed: Partial<MedicationFields>) => void;
}

function Switches({ fields, asNeeded, change }: SwitchesProps) {
  return (
    <div className="grid gap-x-8 gap-y-2 tablet:grid-cols-3">
      <Switch
        label="Active"
        description="Off pauses it"
        isSelected={fields.isActive}
        onChange={(isActive) => change({ isActive })}
      />
      {asNeeded ? null : (
        <>
          <Switch
            label="Reminder"
            description="Shows on the tablet"
            isSelected={fields.reminderEnabled}
            onChange={(reminderEnabled) => change({ reminderEnabled })}
          />
          <Switch
            label="Sound"
            description="Plays the alarm tone"
            isSelected={fields.soundEnabled}
            onChange={(soundEnabled) => change({ soundEnabled })}
          />
        </>
      )}
    </div>
  );
}
