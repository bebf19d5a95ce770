import type { Elder } from '#features/people/domain/elders.ts';
import type { PillUpload } from '#features/pictures/web/queries.ts';
import { zoneMessage } from '#features/settings/domain/time-zones.ts';
import { localDate } from '#platform/shared/zoned-time.ts';
import type { Form } from '#platform/web/forms/use-form.ts';
import { DateField } from '#platform/web/ui/DateField.tsx';
import { ForWhom } from '#platform/web/ui/ForWhom.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { Switch } from '#platform/web/ui/Switch.tsx';
import { TextField } from '#platform/web/ui/TextField.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { Medication } from '../../contract.ts';
import { FREQUENCIES } from '../../domain/frequencies.ts';
import { timesOfDay } from '../../domain/schedule.ts';
import { AmountsField } from './AmountsField.tsx';
import { AsNeededLimits } from './AsNeededLimits.tsx';
import { MovedTimes } from './MovedTimes.tsx';
import {
  FREQUENCY_NAMES,
  type MedicationFields,
  withFrequency,
  withStartDate,
} from './medication-form.ts';
import { NextSevenDays } from './NextSevenDays.tsx';
import { PatternFields } from './PatternFields.tsx';
import { PillPictureField } from './PillPictureField.tsx';
import { amountsMoved } from './pattern-form.ts';
import { TimesField } from './TimesField.tsx';

interface MedicationFormFieldsProps {
  /** The stored medication that is edited. */
  medication: Medication | undefined;
  form: Form<MedicationFields>;
  upload: PillUpload;
  /** Separate from the form, because the address arrives while other fields are being edited. */
  onPicture: (url: string | null) => void;
  elders: readonly Elder[];
  timezone: string;
}

const FREQUENCY_OPTIONS = FREQUENCIES.map((value) => ({
  value,
  label: FREQUENCY_NAMES[value],
}));

export function MedicationFormFields(props: MedicationFormFieldsProps) {
  const { form } = props;
  const { fields, field } = form;
  const asNeeded = fields.frequency === 'as_needed';
  const today = localDate(useNow(60_000), props.timezone);
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
          onChange={(often) => form.setFields((before) => withFrequency(before, often, today))}
        />
        <DateField
          label="Start date"
          isRequired
          {...field('startDate')}
          onChange={(date) => form.setFields((before) => withStartDate(before, date))}
        />
        <DateField label="End date" mark="optional" {...field('endDate')} />
      </div>
      <ForWhom
        people={props.elders}
        value={fields.userId === 'system' ? null : fields.userId}
        onChange={(userId) => field('userId').onChange(userId ?? 'system')}
      />
      <PatternFields form={form} />
      <div className="grid items-start gap-x-4 gap-y-4.5 tablet:grid-cols-[1fr_15rem]">
        {asNeeded ? <AsNeededLimits form={form} /> : <When {...props} />}
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

type WhenProps = Pick<MedicationFormFieldsProps, 'medication' | 'form' | 'timezone'>;

function When(props: WhenProps) {
  const { form } = props;
  const kind = form.fields.pattern?.kind;
  return (
    <div className="grid min-w-0 gap-4.5">
      <Times {...props} hasOwn={kind !== 'taper' && kind !== 'every_n_hours'} />
      {kind === 'taper' ? null : <AmountsField form={form} />}
      <NextSevenDays {...props} />
    </div>
  );
}

/** The times with their time zone, and the effect on today when a time is moved. */
function Times({ medication, form, timezone, hasOwn }: WhenProps & { hasOwn: boolean }) {
  const { value: times, error } = form.field('times');
  const now = useNow(30_000);
  const change = (after: string[]) =>
    form.setFields((before) => ({
      ...before,
      times: after,
      amounts: amountsMoved(before.times, after, before.amounts),
    }));
  const ofToday = timesOfDay(form.fields, localDate(now, timezone));
  return (
    <div className="grid gap-2">
      {hasOwn ? <TimesField times={times} error={error} onChange={change} /> : null}
      <p className="text-help text-soft">{zoneMessage(timezone, now)}</p>
      {medication && <MovedTimes medication={medication} times={ofToday} timezone={timezone} />}
    </div>
  );
}

function Switches({ form, asNeeded }: { form: Form<MedicationFields>; asNeeded: boolean }) {
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
