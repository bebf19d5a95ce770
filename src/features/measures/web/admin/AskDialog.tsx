import { ClashNotice } from '#platform/web/forms/ClashNotice.tsx';
import { FormDialog } from '#platform/web/forms/FormDialog.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { Checkbox } from '#platform/web/ui/Checkbox.tsx';
import { Choices } from '#platform/web/ui/Choices.tsx';
import type { RequestedMeasures } from '../../contract.ts';
import {
  type GlucoseUnit,
  MEASURE_KINDS,
  type MeasureKind,
  type WeightUnit,
} from '../../domain/kinds.ts';
import { KIND_NAMES } from '../../domain/measure-messages.ts';
import { useAskMeasures } from '../queries.ts';

interface AskDialogProps {
  userId: string;
  firstName: string;
  /** The choice when the dialog was opened; undefined if there was none. */
  opened: RequestedMeasures | undefined;
  /** The current choice. */
  present: RequestedMeasures | undefined;
  onClose: () => void;
}

interface AskFields extends Readonly<Record<MeasureKind, boolean>> {
  readonly weightUnit: WeightUnit;
  readonly glucoseUnit: GlucoseUnit;
}

const FIELD_NAMES = { ...KIND_NAMES, weightUnit: 'Unit of weight', glucoseUnit: 'Unit of glucose' };

const DESCRIPTIONS: Partial<Record<MeasureKind, string>> = {
  pain: 'Five words, from no pain to very much.',
  mood: 'Five words, each with a face.',
};

const WEIGHT_CHOICES = [
  { value: 'kg', label: 'Kilograms' },
  { value: '[lb_av]', label: 'Pounds' },
] as const;

const GLUCOSE_CHOICES = [
  { value: 'mg/dL', label: 'mg/dL' },
  { value: 'mmol/L', label: 'mmol/L' },
] as const;

/** Chooses the kinds that My Day requests from an elder, and their units. */
export function AskDialog({ userId, firstName, opened, present, onClose }: AskDialogProps) {
  const ask = useAskMeasures();
  const form = useForm({
    opened,
    present,
    fieldsOf,
    send: ({ weightUnit, glucoseUnit, ...asked }: AskFields, { version }) =>
      ask.mutateAsync({
        params: { userId },
        body: {
          ...{ weightUnit, glucoseUnit },
          kinds: MEASURE_KINDS.filter((kind) => asked[kind]),
          ...(opened === undefined ? {} : { version }),
        },
      }),
    success: ({ kinds }) =>
      kinds.length === 0 ? 'Nothing is asked any more.' : `My Day asks ${firstName} now.`,
    failure: 'The choice could not be saved.',
    onDone: onClose,
  });
  const { fields } = form;
  return (
    <FormDialog title={`What ${firstName} is asked`} action="Save" form={form} onClose={onClose}>
      <ClashNotice form={form} thing="choice" labels={FIELD_NAMES} words={wordsOf} />
      <p className="text-soft">
        A large button on My Day for each of these. What is measured is kept.
      </p>
      {MEASURE_KINDS.map((kind) => (
        <div key={kind} className="grid gap-2">
          <Checkbox
            label={KIND_NAMES[kind]}
            description={DESCRIPTIONS[kind]}
            isSelected={fields[kind]}
            onChange={form.field(kind).onChange}
          />
          {kind === 'weight' && fields.weight ? (
            <Choices
              label={FIELD_NAMES.weightUnit}
              choices={WEIGHT_CHOICES}
              value={fields.weightUnit}
              onChange={form.field('weightUnit').onChange}
            />
          ) : null}
          {kind === 'glucose' && fields.glucose ? (
            <Choices
              label={FIELD_NAMES.glucoseUnit}
              choices={GLUCOSE_CHOICES}
              value={fields.glucoseUnit}
              onChange={form.field('glucoseUnit').onChange}
            />
          ) : null}
        </div>
      ))}
    </FormDialog>
  );
}

function fieldsOf(asked: RequestedMeasures | undefined): AskFields {
  const is = (kind: MeasureKind) => asked?.kinds.includes(kind) ?? false;
  return {
    ...{ 'blood-pressure': is('blood-pressure'), weight: is('weight'), glucose: is('glucose') },
    ...{ pain: is('pain'), mood: is('mood') },
    weightUnit: asked?.weightUnit ?? 'kg',
    glucoseUnit: asked?.glucoseUnit ?? 'mg/dL',
  };
}

function wordsOf(name: keyof AskFields, fields: AskFields): string {
  const value = fields[name];
  if (typeof value === 'boolean') return value ? 'asked' : 'not asked';
  return (
    [...WEIGHT_CHOICES, ...GLUCOSE_CHOICES].find((each) => each.value === value)?.label ?? value
  );
}
