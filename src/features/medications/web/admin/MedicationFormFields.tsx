import type { Elder } from '#features/people/elders.ts';
import type { PillUpload } from '#features/pictures/web/queries.ts';
import { zoneMessage } from '#features/settings/time-zones.ts';
import type { Form } from '#kit/web/forms/use-form.ts';
import { DateField } from '#kit/web/ui/DateField.tsx';
import { ForWhom } from '#kit/web/ui/ForWhom.tsx';
import { Select } from '#kit/web/ui/Select.tsx';
import { Switch } from '#kit/web/ui/Switch.tsx';
import { TextField } from '#kit/web/ui/TextField.tsx';
import { useNow } from '#kit/web/use-now.ts';
import type { Medication } from '../../contract.ts';
import type { Frequency } from '../../frequencies.ts';
import { AsNeededLimits } from './AsNeededLimits.tsx';
import { MovedTimes } from './MovedTimes.tsx';
import { FREQUENCY_NAMES, type MedicationFields, withFrequency } from './medication-form.ts';
import { PillPictureField } from './PillPictureField.tsx';
import { TimesField } from './TimesField.tsx';

interface MedicationFormFieldsProps {
  /** What is edited, as it is stored. */
  medication: Medication | undefined;
  form: Form<MedicationFields>;
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
  const { form } = props;
  const { fields, field } = form;
  const asNeeded = fields.frequency === 'as_needed';
  return (
    <>
      <div className="grid gap-4.5 tablet:grid-cols-2">
        <TextField label="Name" isRequired {...field('name')} />
        <TextField label="Dosage" mark="optional" {...field('dosage')} />
      </div>
      <div className="grid gap-4.5 tablet:grid-cols-[7fr_5fr_5fr]">
        <Select
          label="Frequency"
          isRequired
          options={FREQUENCY_OPTIONS}
          value={fields.frequency}
          onChange={(often) => form.setFields((before) => withFrequency(before, often))}
        />
        <DateField label="Start date" isRequired {...field('startDate')} />
        <DateField label="End date" mark="optional" {...field('endDate')} />
      </div>
      <ForWhom
        people={props.elders}
        value={fields.userId === 'system' ? null : fields.userId}
        onChange={(userId) => field('userId').onChange(userId ?? 'system')}
      />
      <div className="grid items-start gap-x-4 gap-y-4.5 tablet:grid-cols-[1fr_15rem]">
        {asNeeded ? <AsNeededLimits form={form} /> : <Times {...props} />}
        <PillPictureField
          url={fields.pillImageUrl}
          upload={props.upload}
          onChange={props.onPicture}
        />
      </div>
      <Switches form={form} asNeeded={asNeeded} />
      <TextField label="Instructions" mark="optional" lines={2} {...field('instructions')} />
    </>
  );
}

type TimesProps = Pick<MedicationFormFieldsProps, 'medication' | 'form' | 'timezone'>;

/** The times, by which clock they are, and what becomes of today where one is moved. */
function Times({ medication, form, timezone }: TimesProps) {
  const { value: times, error, onChange } = form.field('times');
  const now = useNow(30_000);
  return (
    <div className="grid gap-2">
      <TimesField times={times} error={error} onChange={onChange} />
      <p className="text-help text-soft">{zoneMessage(timezone, now)}</p>
      {medication && <MovedTimes medication={medication} times={times} timezone={timezone} />}
    </div>
  );
}

interface SwitchesProps {
  form: Form<MedicationFields>;
  asNeeded: boolean;
}

function Switches({ form, asNeeded }: SwitchesProps) {
  const switched = (name: 'isActive' | 'reminderEnabled' | 'soundEnabled') => {
    const { value, onChange } = form.field(name);
    return { isSelected: value, onChange };
  };
  return (
    <div className="grid gap-x-8 gap-y-2 tablet:grid-cols-3">
      <Switch label="Active" description="Off pauses it" {...switched('isActive')} />
      {asNeeded ? null : (
        <>
          <Switch
            label="Reminder"
            description="Shows on the tablet"
            {...switched('reminderEnabled')}
          />
          <Switch label="Sound" description="Plays the alarm tone" {...switched('soundEnabled')} />
        </>
      )}
    </div>
  );
}
