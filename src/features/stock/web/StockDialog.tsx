import { useState } from 'react';
import type { Medication } from '#features/medications/contract.ts';
import { momentMessage } from '#platform/shared/moments.ts';
import { ClashNotice } from '#platform/web/forms/ClashNotice.tsx';
import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import { FormDialog } from '#platform/web/forms/FormDialog.tsx';
import { type Form, useForm } from '#platform/web/forms/use-form.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { TextField } from '#platform/web/ui/TextField.tsx';
import type { MedicationStock } from '../contract.ts';
import { leftMessage } from '../domain/stock-messages.ts';
import type { Counted } from './counted.ts';
import { useEndStock, usePutStock, useStockEntries } from './queries.ts';
import { errorsIn, type StockFields, stockOf } from './stock-form.ts';

interface StockDialogProps {
  /** The medications that are not counted yet, to choose from. */
  others?: readonly Medication[];
  /** The counted medication to edit. */
  counted?: Counted;
  /** The current server state of its stock; null if another administrator ended the count. */
  present?: MedicationStock | null;
  timezone?: string;
  onClose: () => void;
}

const FIELD_NAMES = {
  medicationId: 'Medication',
  left: 'How many there are now',
  unitsPerDose: 'Pieces a dose',
  warnBefore: 'Letter before it runs out',
};

const USUAL_WARNING = '7';

/** Starts the count of a medication, sets a new count, or changes the amount per dose. */
export function StockDialog(props: StockDialogProps) {
  const { others = [], counted, present, timezone, onClose } = props;
  const put = usePutStock();
  const [isEnding, setEnding] = useState(false);
  const isCounted = counted !== undefined;
  const form = useForm({
    opened: counted?.stock,
    present,
    fieldsOf,
    check: (fields) => errorsIn(fields, isCounted),
    send: (fields, { version }) =>
      put.mutateAsync({
        params: { medicationId: fields.medicationId },
        body: { ...stockOf(fields), ...(isCounted ? { version } : {}) },
      }),
    success: (now) => `Saved: ${leftMessage(now)}.`,
    failure: 'What is left could not be saved.',
    onDone: onClose,
  });
  const chosen = counted?.medication ?? others.find(({ id }) => id === form.fields.medicationId);
  if (isEnding && counted) return <EndStock counted={counted} onClose={onClose} />;
  return (
    <FormDialog
      title={counted ? `Count ${counted.medication.name}` : 'Count what is left'}
      action="Save"
      form={form}
      onClose={onClose}
    >
      <ClashNotice
        form={form}
        thing="count"
        labels={FIELD_NAMES}
        words={(name, known) => known[name] || 'Nothing'}
      />
      {counted ? null : <WhichMedication form={form} others={others} />}
      <Fields
        form={form}
        left={counted?.stock.left}
        isAsNeeded={chosen?.frequency === 'as_needed'}
      />
      {counted ? (
        <>
          <Entries medicationId={counted.medication.id} timezone={timezone ?? 'UTC'} />
          <div>
            <Button variant="danger-quiet" onPress={() => setEnding(true)}>
              Count it no more
            </Button>
          </div>
        </>
      ) : null}
    </FormDialog>
  );
}

function fieldsOf(stock: MedicationStock | undefined): StockFields {
  if (stock === undefined) {
    return { medicationId: '', left: '', unitsPerDose: '1', warnBefore: USUAL_WARNING };
  }
  return {
    medicationId: stock.medicationId,
    left: '',
    unitsPerDose: `${stock.unitsPerDose}`,
    warnBefore: stock.warnBefore === null ? '' : `${stock.warnBefore}`,
  };
}

interface WhichProps {
  form: Form<StockFields>;
  others: readonly Medication[];
}

function WhichMedication({ form, others }: WhichProps) {
  const { value, ...field } = form.field('medicationId');
  return (
    <Select
      label={FIELD_NAMES.medicationId}
      isRequired
      placeholder="Choose a medication"
      options={others.map(({ id, name, dosage }) => ({
        value: id,
        label: [name, dosage].filter(Boolean).join(' '),
      }))}
      value={value === '' ? null : value}
      {...field}
    />
  );
}

interface FieldsProps {
  form: Form<StockFields>;
  /**
   * The remaining units computed from the log; undefined for a medication that is not counted yet.
   */
  left: number | undefined;
  isAsNeeded: boolean;
}

function Fields({ form, left, isAsNeeded }: FieldsProps) {
  const number = { inputMode: 'decimal', autoComplete: 'off', maxLength: 12 } as const;
  return (
    <>
      <TextField
        label={FIELD_NAMES.left}
        description={
          left === undefined
            ? 'Tablets, capsules, drops: whatever a dose is counted in.'
            : `${left} by the log. Leave it empty to go on from that.`
        }
        {...number}
        {...form.field('left')}
      />
      <TextField
        label={FIELD_NAMES.unitsPerDose}
        description="Halves and quarters too: 0.5 or ½"
        {...number}
        {...form.field('unitsPerDose')}
      />
      <TextField
        label={isAsNeeded ? 'Letter when this many doses are left' : 'Letter this many days before'}
        description="To all administrators, once. Leave it empty for no letter."
        {...number}
        inputMode="numeric"
        {...form.field('warnBefore')}
      />
    </>
  );
}

function Entries({ medicationId, timezone }: { medicationId: string; timezone: string }) {
  const query = useStockEntries(medicationId);
  const entries = query.data ?? [];
  return (
    <section aria-label="Counted and refilled">
      <ListState
        query={query}
        isEmpty={entries.length === 0}
        emptyText="Nothing has been counted."
        errorText="What was counted could not be loaded."
      >
        <ul className="grid max-h-40 gap-1 overflow-y-auto text-help text-soft">
          {entries.map(({ id, kind, units, at, personName }) => (
            <li key={id}>
              {kind === 'refill' ? `${units} came` : `${units} counted`},{' '}
              {momentMessage(new Date(at), timezone)}
              {personName ? ` by ${personName}` : ''}
            </li>
          ))}
        </ul>
      </ListState>
    </section>
  );
}

function EndStock({ counted, onClose }: { counted: Counted; onClose: () => void }) {
  const end = useEndStock();
  const { id, name } = counted.medication;
  return (
    <ConfirmDialog
      title={`Count ${name} no more?`}
      text="What was counted and refilled is forgotten, and no letter comes when it runs out. The medication and its log stay."
      action="Count it no more"
      keep="Go on counting"
      call={() => end.mutateAsync({ params: { medicationId: id } })}
      success={`${name} is not counted any more.`}
      failure="It could not be changed."
      onClose={onClose}
    />
  );
}
