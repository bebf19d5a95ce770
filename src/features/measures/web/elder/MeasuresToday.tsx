import undoArrow from '@phosphor-icons/core/assets/bold/arrow-counter-clockwise-bold.svg?raw';
import heartbeat from '@phosphor-icons/core/assets/duotone/heartbeat-duotone.svg?raw';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatTime } from '#platform/shared/zoned-time.ts';
import type { Entry } from '#platform/web/offline/outbox-rules.ts';
import { SavedHere } from '#platform/web/offline/SavedHere.tsx';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import { TouchCard } from '#platform/web/ui/TouchCard.tsx';
import type { RequestedMeasures } from '../../contract.ts';
import { type MeasureKind, unitFor } from '../../domain/kinds.ts';
import { KIND_NAMES, valueMessage } from '../../domain/measure-messages.ts';
import type { Value } from '../../domain/values.ts';
import { MeasureDialog } from './MeasureDialog.tsx';
import {
  addMeasurement,
  recallMeasured,
  stopMeasured,
  takeBackMeasured,
  useMeasured,
} from './measure-outbox.ts';
import { type MeasurePress, newestOf, ofToday, type ShownValue } from './shown-values.ts';

export interface MeasuresTodayProps {
  /** The elder, and the requested kinds. */
  asked: RequestedMeasures;
  now: Date;
  timezone: string;
}

type Entries = readonly Entry<MeasurePress>[];

/** A button for each requested kind, with today's value. */
export function MeasuresToday({ asked, now, timezone }: MeasuresTodayProps) {
  const client = useQueryClient();
  const waiting = useMeasured();
  const [open, setOpen] = useState<MeasureKind>();
  /** The presses since this screen was opened, which can be undone. */
  const [said, setSaid] = useState<Partial<Record<MeasureKind, Entries>>>({});
  useEffect(() => {
    void recallMeasured(client);
    return stopMeasured;
  }, [client]);
  const newest = (kind: MeasureKind) =>
    newestOf(
      kind,
      asked.latest,
      waiting.filter(({ userId }) => userId === asked.userId),
    );
  const say = async (value: Value) => {
    setOpen(undefined);
    const entries = await addMeasurement(client, asked.userId, value);
    setSaid((before) => ({ ...before, [value.kind]: entries }));
  };
  const undo = async (kind: MeasureKind, entries: Entries) => {
    setSaid((before) => ({ ...before, [kind]: undefined }));
    await takeBackMeasured(client, entries);
  };
  return (
    <TouchCard icon={heartbeat} title="To Measure">
      <ul className="grid grid-cols-1 gap-4">
        {asked.kinds.map((kind) => {
          const entries = said[kind];
          return (
            <MeasureRow
              key={kind}
              kind={kind}
              shown={ofToday(newest(kind), now, timezone)}
              timezone={timezone}
              onOpen={() => setOpen(kind)}
              onUndo={entries && (() => void undo(kind, entries))}
            />
          );
        })}
      </ul>
      {open ? (
        <MeasureDialog
          key={open}
          kind={open}
          unit={unitFor(open, asked)}
          last={newest(open)?.value}
          onClose={() => setOpen(undefined)}
          onSay={(value) => void say(value)}
        />
      ) : null}
    </TouchCard>
  );
}

interface MeasureRowProps {
  kind: MeasureKind;
  /** Today's value; undefined if there is none. */
  shown: ShownValue | undefined;
  timezone: string;
  onOpen: () => void;
  onUndo: (() => void) | undefined;
}

function MeasureRow({ kind, shown, timezone, onOpen, onUndo }: MeasureRowProps) {
  const name = KIND_NAMES[kind];
  return (
    <li className="grid grid-cols-1 gap-3">
      <div className="mirrors flex flex-wrap gap-4">
        <button
          type="button"
          onClick={onOpen}
          className="grid min-h-21 min-w-[min(14rem,100%)] flex-1 content-center gap-0.5 rounded-press border-3 border-ink bg-surface px-5 py-2 text-left hover:bg-sunk active:bg-sunk"
        >
          <span className="font-bold text-press leading-tight">{name}</span>
          <span className="text-elder leading-tight">
            {shown
              ? `${valueMessage(shown.value)}, at ${formatTime(shown.at, timezone)}`
              : 'Not measured today'}
          </span>
        </button>
        {shown && onUndo ? (
          <TouchButton
            size="card"
            variant="outline"
            icon={undoArrow}
            className="px-5!"
            aria-label={`Undo: ${name}`}
            onPress={onUndo}
          >
            Undo
          </TouchButton>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {shown && onUndo ? `${name}: ${valueMessage(shown.value)}.` : ''}
      </p>
      {shown?.waits && <SavedHere waits={shown.waits} />}
    </li>
  );
}
