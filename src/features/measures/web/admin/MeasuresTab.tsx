import download from '@phosphor-icons/core/assets/bold/download-simple-bold.svg?raw';
import plus from '@phosphor-icons/core/assets/bold/plus-bold.svg?raw';
import heartbeat from '@phosphor-icons/core/assets/duotone/heartbeat-duotone.svg?raw';
import { useState } from 'react';
import { useAdherence } from '#features/medications/web/queries.ts';
import { useElderChoice } from '#features/people/web/queries.ts';
import { toCsv } from '#platform/shared/csv.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { addDays, localDate } from '#platform/shared/zoned-time.ts';
import { lazyPart, renderNothing } from '#platform/web/lazy-part.tsx';
import { saveFile } from '#platform/web/save-file.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Choices } from '#platform/web/ui/Choices.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { MeasureValue, RequestedMeasures } from '../../contract.ts';
import { MEASURE_KINDS } from '../../domain/kinds.ts';
import { KIND_NAMES } from '../../domain/measure-messages.ts';
import { summaryOf } from '../../domain/summaries.ts';
import { useRequestedMeasures } from '../elder/requested-query.ts';
import { useMeasureValues } from '../queries.ts';
import { valuesTable } from './csv.ts';
import { KindBox } from './KindBox.tsx';
import { NotesBox } from './NotesBox.tsx';
import { takenByDay } from './taken-by-day.ts';

const AskDialog = lazyPart(async () => (await import('./AskDialog.tsx')).AskDialog, renderNothing);
const ValueDialog = lazyPart(
  async () => (await import('./ValueDialog.tsx')).ValueDialog,
  renderNothing,
);

const SPANS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const;

const NOTHING_ASKED = {
  ...{ kinds: [], latest: [], weightUnit: 'kg', glucoseUnit: 'mg/dL' },
} as const satisfies Partial<RequestedMeasures>;

/** The measurements of an elder together with the taken doses, and the family's notes. */
export function MeasuresTab({ timezone }: { timezone: string }) {
  const today = localDate(useNow(MINUTE_MS), timezone);
  const { elder, options, choose } = useElderChoice();
  const [span, setSpan] = useState<'30' | '90'>('30');
  const from = addDays(today, 1 - Number(span));
  const values = useMeasureValues({ userId: elder?.id, from, to: today });
  const all = values.data ?? [];
  return (
    <div className="grid grid-cols-1 gap-5.5">
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
        {options.length > 1 ? (
          <Select
            label="About whom"
            options={options}
            value={elder?.id ?? null}
            onChange={choose}
          />
        ) : null}
        <Choices label="Shown" choices={SPANS} value={span} onChange={setSpan} />
        {all.length > 0 ? (
          <Button
            variant="outline"
            icon={download}
            onPress={() =>
              saveFile(`measures-${today}.csv`, 'text/csv', toCsv(valuesTable(all, timezone)))
            }
          >
            Save the values as a table (CSV)
          </Button>
        ) : null}
      </div>
      {elder ? (
        <Measures
          key={elder.id}
          {...{ userId: elder.id, firstName: elder.firstName, values, from, today, timezone }}
        />
      ) : null}
      {elder ? <NotesBox userId={elder.id} from={from} today={today} /> : null}
    </div>
  );
}

interface MeasuresProps {
  userId: string;
  firstName: string;
  values: ReturnType<typeof useMeasureValues>;
  from: string;
  today: string;
  timezone: string;
}

function Measures({ userId, firstName, values, from, today, timezone }: MeasuresProps) {
  const asked = useRequestedMeasures();
  const taken = takenByDay(useAdherence(from, today).data ?? []);
  const [open, setOpen] = useState<'ask' | 'add' | MeasureValue>();
  const close = () => setOpen(undefined);
  const present = asked.data?.find((each) => each.userId === userId);
  const choice = present ?? { ...NOTHING_ASKED, userId };
  const all = values.data ?? [];
  const kinds = MEASURE_KINDS.flatMap((kind) => summaryOf(kind, all) ?? []);
  const edited = typeof open === 'object' ? open : undefined;
  return (
    <>
      <Box
        title="What is measured"
        icon={heartbeat}
        action={
          <div className="flex flex-wrap gap-2">
            <Button variant="quiet" isDisabled={!asked.isSuccess} onPress={() => setOpen('ask')}>
              Choose
            </Button>
            <Button variant="quiet" icon={plus} onPress={() => setOpen('add')}>
              Add a value
            </Button>
          </div>
        }
      >
        <p>{askedWords(choice.kinds, firstName)}</p>
      </Box>
      <ListState
        query={values}
        isEmpty={values.isError && all.length === 0}
        emptyText=""
        errorText="The values could not be loaded."
      >
        {kinds.map((summary) => (
          <KindBox
            key={summary.kind}
            summary={summary}
            days={{ from, to: today, timezone }}
            taken={taken}
            onEdit={setOpen}
          />
        ))}
      </ListState>
      {open === 'ask' ? (
        <AskDialog
          userId={userId}
          firstName={firstName}
          opened={present}
          present={present}
          onClose={close}
        />
      ) : null}
      {open === 'add' || edited ? (
        <ValueDialog
          asked={choice}
          opened={edited}
          present={edited && (all.find(({ id }) => id === edited.id) ?? null)}
          timezone={timezone}
          onClose={close}
        />
      ) : null}
    </>
  );
}

function askedWords(kinds: readonly (keyof typeof KIND_NAMES)[], firstName: string): string {
  if (kinds.length === 0) {
    return `Nothing is asked of ${firstName}. Choose blood pressure, weight, glucose, pain or mood, and My Day on the tablet has a large button for it.`;
  }
  const names = new Intl.ListFormat('en-US').format(kinds.map((kind) => KIND_NAMES[kind]));
  return `${names}: asked of ${firstName} on My Day.`;
}
