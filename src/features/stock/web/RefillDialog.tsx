import { FormDialog } from '#platform/web/forms/FormDialog.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { TextField } from '#platform/web/ui/TextField.tsx';
import { leftMessage } from '../domain/stock-messages.ts';
import { MAX_UNITS, MIN_PART } from '../limits.ts';
import type { Counted } from './counted.ts';
import { useRefill } from './queries.ts';
import { piecesIn, wrongPieces } from './stock-form.ts';

export function RefillDialog({ counted, onClose }: { counted: Counted; onClose: () => void }) {
  const { medication, stock } = counted;
  const refill = useRefill();
  const form = useForm({
    fieldsOf: () => ({ units: '' }),
    check: ({ units }) => {
      const wrong = wrongPieces(units, MIN_PART, MAX_UNITS);
      return wrong === undefined ? {} : { units: wrong };
    },
    send: ({ units }) =>
      refill.mutateAsync({
        params: { medicationId: medication.id },
        body: { units: piecesIn(units) ?? 0 },
      }),
    success: (now) => `${medication.name}: ${leftMessage(now)}.`,
    failure: 'The refill could not be saved.',
    onDone: onClose,
  });
  return (
    <FormDialog title={`Refill ${medication.name}`} action="Add" form={form} onClose={onClose}>
      <p className="text-soft">{leftMessage(stock)} so far. What has come is added.</p>
      <TextField
        label="How many have come"
        isRequired
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        {...form.field('units')}
      />
    </FormDialog>
  );
}
