import { localDate, localTime } from '#platform/shared/zoned-time.ts';
import { ClashNotice } from '#platform/web/forms/ClashNotice.tsx';
import { FormDialog } from '#platform/web/forms/FormDialog.tsx';
import { type Form, useForm } from '#platform/web/forms/use-form.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import { Checkbox } from '#platform/web/ui/Checkbox.tsx';
import { DateField } from '#platform/web/ui/DateField.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { TextField } from '#platform/web/ui/TextField.tsx';
import { TimePicker } from '#platform/web/ui/TimePicker.tsx';
import type { MeasureValue, RequestedMeasures } from '../../contract.ts';
import { MEASURE_KINDS, type MeasureKind, unitFor } from '../../domain/kinds.ts';
import {
  figureMessage,
  KIND_NAMES,
  slipQuestion,
  UNIT_NAMES,
} from '../../domain/measure-messages.ts';
import { useAddValue, useCorrectValue } from '../queries.ts';
import { newValueId } from '../value-id.ts';
import {
  asksAgain,
  errorsInValue,
  fieldsOfValue,
  measuredAtOf,
  typedNumbers,
  type ValueFields,
  valueIn,
} from './value-form.ts';

interface ValueDialogProps {
  asked: Pick<RequestedMeasures, 'userId' | 'weightUnit' | 'glucoseUnit' | 'latest'>;
  /** The value to correct; undefined for a new one. */
  opened: MeasureValue | undefined;
  /** The current version of the value; null if another administrator deleted it. */
  present: MeasureValue | null | undefined;
  timezone: string;
  onClose: () => void;
}

const FIELD_NAMES = {
  ...{ kind: 'What was measured', unit: 'Unit', first: 'Value', second: 'Lower number' },
  ...{ date: 'Date', time: 'Time', sureOf: 'Checked' },
};

const KIND_OPTIONS = MEASURE_KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind] }));

export function ValueDialog({ asked, opened, present, timezone, onClose }: ValueDialogProps) {
  const add = useAddValue();
  const correct = useCorrectValue();
  // Returns the value to compare with. A correction is not compared, because the last value may be
  // the wrong one itself.
  const lastOf = (kind: MeasureKind | '') =>
    opened ? undefined : asked.latest.find((value) => value.kind === kind);
  const form = useForm({
    opened,
    present,
    fieldsOf: (value: MeasureValue | undefined) =>
      value ? fieldsOfValue(value, timezone) : newFields(timezone),
    check: (fields) => errorsInValue(fields, lastOf(fields.kind)),
    send: (fields, { changed, version }) => {
      const { kind, unit, first, second } = valueIn(fields) ?? { ...NO_VALUE, unit: fields.unit };
      const isMoved = opened === undefined || 'date' in changed || 'time' in changed;
      const at = isMoved ? { measuredAt: measuredAtOf(fields, timezone) } : {};
      const value = { unit, first, second, ...at };
      return opened
        ? correct.mutateAsync({ params: { id: opened.id }, body: { version, ...value } })
        : add.mutateAsync({
            body: { id: newValueId(), userId: asked.userId, kind, ...value },
          });
    },
    wrongIn: ({ measuredAt, ...rest }) => (measuredAt ? { ...rest, date: measuredAt } : rest),
    success: (now) => `Saved: ${figureMessage(now)}.`,
    failure: 'The value could not be saved.',
    onDone: onClose,
  });
  const { kind } = form.fields;
  return (
    <FormDialog
      title={opened ? `Correct ${KIND_NAMES[opened.kind].toLowerCase()}` : 'Add a value'}
      action="Save"
      form={form}
      onClose={onClose}
    >
      <ClashNotice
        form={form}
        thing="value"
        labels={FIELD_NAMES}
        words={(name, fields) => fields[name] ?? ''}
      />
      {opened ? null : (
        <Select
          label={FIELD_NAMES.kind}
          isRequired
          placeholder="Choose"
          options={KIND_OPTIONS}
          value={kind === '' ? null : kind}
          error={form.field('kind').error}
          onChange={(chosen) =>
            form.setFields((before) => ({
              ...{ ...before, kind: chosen, unit: unitFor(chosen, asked) },
              ...{ first: '', second: '', sureOf: '' },
            }))
          }
        />
      )}
      {kind === '' ? null : <Numbers form={form} kind={kind} />}
      <DateField label={FIELD_NAMES.date} isRequired {...form.field('date')} />
      <TimePicker label={FIELD_NAMES.time} {...form.field('time')} />
      <Question form={form} isAsked={asksAgain(form.fields, lastOf(kind))} />
    </FormDialog>
  );
}

const NO_VALUE = { kind: 'weight', first: 0, second: null } as const;

function newFields(timezone: string): ValueFields {
  const now = new Date(serverNow());
  return {
    ...{ kind: '', unit: '{score}', first: '', second: '', sureOf: '' },
    ...{ date: localDate(now, timezone), time: localTime(now, timezone) },
  };
}

function Numbers({ form, kind }: { form: Form<ValueFields>; kind: MeasureKind }) {
  const number = { inputMode: 'decimal', autoComplete: 'off', maxLength: 6 } as const;
  const unit = UNIT_NAMES[form.fields.unit];
  if (kind === 'blood-pressure') {
    return (
      <div className="grid grid-cols-2 gap-3">
        <TextField label="Upper number" isRequired {...number} {...form.field('first')} />
        <TextField label="Lower number" isRequired {...number} {...form.field('second')} />
      </div>
    );
  }
  const range = { pain: 'From 0, no pain, to 10.', mood: 'From 1, bad, to 5, very good.' };
  return (
    <TextField
      label={unit ? `${KIND_NAMES[kind]}, ${unit}` : KIND_NAMES[kind]}
      description={kind === 'pain' || kind === 'mood' ? range[kind] : undefined}
      isRequired
      {...number}
      {...form.field('first')}
    />
  );
}

/** Asks for a confirmation of a possible slip. */
function Question({ form, isAsked }: { form: Form<ValueFields>; isAsked: boolean }) {
  const value = valueIn(form.fields);
  if (!isAsked || value === undefined) return null;
  const { error } = form.field('sureOf');
  const typed = typedNumbers(form.fields);
  return (
    <div role="alert" className="rounded-box bg-late-tint p-4 text-late">
      <p className="font-semibold">{slipQuestion(value)}</p>
      <Checkbox
        label="Yes, that is right"
        description={error}
        isSelected={form.fields.sureOf === typed}
        onChange={(isSure) => form.field('sureOf').onChange(isSure ? typed : '')}
      />
    </div>
  );
}
