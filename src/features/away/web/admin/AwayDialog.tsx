import { useElders } from '#features/people/web/queries.ts';
import { localDate } from '#platform/shared/zoned-time.ts';
import { ClashNotice } from '#platform/web/forms/ClashNotice.tsx';
import { FormDialog } from '#platform/web/forms/FormDialog.tsx';
import { type Form, useForm } from '#platform/web/forms/use-form.ts';
import { DateField } from '#platform/web/ui/DateField.tsx';
import { ForWhom } from '#platform/web/ui/ForWhom.tsx';
import { Switch } from '#platform/web/ui/Switch.tsx';
import { TextField } from '#platform/web/ui/TextField.tsx';
import { TimePicker } from '#platform/web/ui/TimePicker.tsx';
import type { AwayTime } from '../../contract.ts';
import { fromUntil } from '../../domain/period-messages.ts';
import { MAX_NOTE_LENGTH } from '../../limits.ts';
import { useAway } from '../away-query.ts';
import { useAddAway, useChangeAway } from '../queries.ts';
import { type AwayFields, type Beginning, contentOf, errorsIn, fieldsOf } from './away-form.ts';

interface AwayDialogProps {
  /** The period to edit; undefined to add one. */
  period?: AwayTime;
  /** The default start of a new period. */
  beginning: Beginning;
  onClose: () => void;
}

const FIELD_NAMES = {
  userId: 'Who is away',
  startDate: 'From',
  startTime: 'Time',
  hasEnd: 'It is known when they are back',
  endDate: 'Back on',
  endTime: 'Time',
  note: 'Note',
};

/** A dialog that adds or changes an away period. It is open while it is mounted. */
export function AwayDialog({ period, beginning, onClose }: AwayDialogProps) {
  const all = useAway().data;
  const add = useAddAway();
  const change = useChangeAway();
  const others = (all ?? []).filter(({ id }) => id !== period?.id);
  const today = localDate(beginning.at, beginning.timezone);
  const form = useForm({
    opened: period,
    present: period && all ? (all.find(({ id }) => id === period.id) ?? null) : period,
    fieldsOf: (known: AwayTime | undefined) => fieldsOf(known, beginning),
    check: (fields) => errorsIn(fields, today, others, period),
    send: (fields, { version }) => {
      const content = contentOf(fields);
      if (content === undefined) throw new Error('It was checked before.');
      return period
        ? change.mutateAsync({ params: { id: period.id }, body: { ...content, version } })
        : add.mutateAsync({ body: content });
    },
    success: (now) => ({ title: 'Saved', text: `Away: ${fromUntil(now)}.` }),
    failure: 'The time away could not be saved.',
    onDone: onClose,
  });
  return (
    <FormDialog
      title={period ? 'Change a time away' : 'Away'}
      action="Save"
      form={form}
      onClose={onClose}
    >
      <ClashNotice form={form} thing="time away" labels={FIELD_NAMES} words={wordsOf} />
      <p className="text-soft">
        A hospital, a holiday: no dose of this time rings, is missed or counts. What is taken as
        needed can still be noted.
      </p>
      <Fields form={form} />
    </FormDialog>
  );
}

function wordsOf(name: keyof AwayFields, fields: AwayFields): string {
  const value = fields[name];
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value ?? '';
}

function Fields({ form }: { form: Form<AwayFields> }) {
  const elders = useElders();
  const { fields, field } = form;
  const { value: hasEnd, onChange: setHasEnd } = field('hasEnd');
  return (
    <>
      <ForWhom
        label={FIELD_NAMES.userId}
        people={elders}
        value={fields.userId === 'system' ? null : fields.userId}
        onChange={(userId) => field('userId').onChange(userId ?? 'system')}
      />
      <div className="grid gap-2">
        <DateField label={FIELD_NAMES.startDate} isRequired {...field('startDate')} />
        <TimePicker label="From, time" {...field('startTime')} />
      </div>
      <Switch
        label={FIELD_NAMES.hasEnd}
        description="Off while nobody knows"
        isSelected={hasEnd}
        onChange={setHasEnd}
      />
      {hasEnd ? (
        <div className="grid gap-2">
          <DateField label={FIELD_NAMES.endDate} isRequired {...field('endDate')} />
          <TimePicker label="Back on, time" {...field('endTime')} />
        </div>
      ) : null}
      <TextField
        label={FIELD_NAMES.note}
        mark="optional"
        description="For the family: it does not stand on the tablet."
        maxLength={MAX_NOTE_LENGTH}
        {...field('note')}
      />
    </>
  );
}
