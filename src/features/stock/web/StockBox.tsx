import pencil from '@phosphor-icons/core/assets/bold/pencil-simple-bold.svg?raw';
import plus from '@phosphor-icons/core/assets/bold/plus-bold.svg?raw';
import warning from '@phosphor-icons/core/assets/bold/warning-bold.svg?raw';
import box from '@phosphor-icons/core/assets/duotone/package-duotone.svg?raw';
import { useState } from 'react';
import { useMedications } from '#features/medications/web/queries.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { localDate } from '#platform/shared/zoned-time.ts';
import { lazyPart, renderNothing } from '#platform/web/lazy-part.tsx';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { RowButton } from '#platform/web/ui/RowButton.tsx';
import { useNow } from '#platform/web/use-now.ts';
import { enoughMessage, leftMessage } from '../domain/stock-messages.ts';
import type { Counted } from './counted.ts';
import { useStocks } from './queries.ts';

const StockDialog = lazyPart(
  async () => (await import('./StockDialog.tsx')).StockDialog,
  renderNothing,
);
const RefillDialog = lazyPart(
  async () => (await import('./RefillDialog.tsx')).RefillDialog,
  renderNothing,
);

type Open = { kind: 'begin' } | ({ kind: 'refill' | 'change' } & Counted);

/** Shows the stock of the counted medications; if none is counted, a single line. */
export function StockBox({ timezone }: { timezone: string }) {
  const query = useStocks();
  const medications = useMedications().data ?? [];
  const today = localDate(useNow(MINUTE_MS), timezone);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const stocks = query.data ?? [];
  const counted = medications.flatMap((medication): Counted[] => {
    const stock = stocks.find(({ medicationId }) => medicationId === medication.id);
    return stock ? [{ medication, stock }] : [];
  });
  const others = medications.filter(({ id }) => counted.every((each) => each.medication.id !== id));
  const begin =
    query.isSuccess && others.length > 0 ? (
      <Button variant="quiet" icon={plus} onPress={() => setOpen({ kind: 'begin' })}>
        {counted.length === 0 ? 'Count what is left of a medication' : 'Count another one'}
      </Button>
    ) : null;
  return (
    <>
      {counted.length === 0 && !query.isError ? (
        begin
      ) : (
        <Box title="What is left" icon={box} action={begin}>
          <ListState
            query={query}
            isEmpty={false}
            emptyText=""
            errorText="What is left could not be loaded."
          >
            <ul className="divide-y divide-line">
              {counted.map((each) => (
                <StockLine
                  key={each.medication.id}
                  counted={each}
                  today={today}
                  onRefill={() => setOpen({ kind: 'refill', ...each })}
                  onChange={() => setOpen({ kind: 'change', ...each })}
                />
              ))}
            </ul>
          </ListState>
        </Box>
      )}
      {open?.kind === 'begin' ? <StockDialog others={others} onClose={close} /> : null}
      {open?.kind === 'change' ? (
        <StockDialog
          counted={open}
          present={counted.find((each) => each.medication.id === open.medication.id)?.stock ?? null}
          timezone={timezone}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'refill' ? <RefillDialog counted={open} onClose={close} /> : null}
    </>
  );
}

interface StockLineProps {
  counted: Counted;
  today: string;
  onRefill: () => void;
  onChange: () => void;
}

function StockLine({ counted: { medication, stock }, today, onRefill, onChange }: StockLineProps) {
  const { name, dosage } = medication;
  const isAsNeeded = medication.frequency === 'as_needed';
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-44">
        <p>
          <strong className="font-semibold">{name}</strong> {dosage}
        </p>
        <p className="text-help text-soft">
          {leftMessage(stock)}. {enoughMessage(stock, today, isAsNeeded)}
        </p>
      </div>
      {stock.isLow || stock.isBelowNone ? (
        <Badge tone="late" icon={warning}>
          {stock.isBelowNone ? 'Count again' : 'Running out'}
        </Badge>
      ) : null}
      <div className="flex gap-2 max-tablet:w-full max-tablet:justify-end">
        <RowButton word="Refill" of={name} icon={plus} onPress={onRefill} />
        <RowButton word="Count" of={name} icon={pencil} onPress={onChange} />
      </div>
    </li>
  );
}
