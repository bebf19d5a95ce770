import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useId, useState } from 'react';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { addDays, formatTime, localDate } from '#platform/shared/zoned-time.ts';
import type { WaitReason } from '#platform/web/offline/outbox-rules.ts';
import { SavedHere } from '#platform/web/offline/SavedHere.tsx';
import { serverNow } from '#platform/web/server-clock.ts';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import type { Medication } from '../../contract.ts';
import { hasLimits, nextAllowed } from '../../domain/as-needed-limits.ts';
import { unbrokenDosage } from '../../domain/dosage-text.ts';
import { useLogsOn, useMedications } from '../queries.ts';
import { keyOf } from '../reminder-machine.ts';
import { takenOn, takenTimes } from './as-needed-taken.ts';
import type { DoseKey } from './dose-outbox.ts';
import { useFailedAnswers } from './failed-answers.ts';
import { NotSaved } from './NotSaved.tsx';
import { TooSoon } from './TooSoon.tsx';
import { useAnswerDoses } from './use-answer-doses.ts';
import { useOutbox } from './use-kept-presses.ts';

const NOT_KNOWN = 'When it was last taken is not known at the moment.';

/** Lists the as-needed medications, each with a button that logs a dose now. */
export function AsNeededMedications({ timezone, now }: { timezone: string; now: Date }) {
  const today = localDate(now, timezone);
  const { data: medications = [] } = useMedications();
  const shown = medications.filter((medication) => isToBeHad(medication, today));
  const { data: todays = [], isSuccess, isError } = useLogsOn(today);
  // The limits cover 24 hours, so the logs of yesterday are needed too.
  const { data: yesterdays = [] } = useLogsOn(addDays(today, -1), shown.some(hasLimits));
  const logs = [...yesterdays, ...todays];
  const presses = useOutbox();
  const id = useId();
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <h3 id={id} className="mt-2 font-bold text-item">
        When needed
      </h3>
      <ul className="grid grid-cols-1 gap-4">
        {shown.map((medication) => (
          <AsNeededCard
            key={medication.id}
            medication={medication}
            taken={takenTimes({ id: medication.id, logs, presses })}
            isUnknown={isError && !isSuccess}
            now={now}
            waits={presses.find(({ medicationId }) => medicationId === medication.id)?.waits}
            timezone={timezone}
          />
        ))}
      </ul>
    </section>
  );
}

interface AsNeededCardProps {
  medication: Medication;
  /** The times at which the medication was taken, earliest first. */
  taken: readonly Date[];
  /** True if the logs of today could not be loaded. */
  isUnknown: boolean;
  waits: WaitReason | undefined;
  timezone: string;
  now: Date;
}

function AsNeededCard(props: AsNeededCardProps) {
  const { medication, taken, isUnknown, waits, timezone, now } = props;
  const { id, name, dosage, instructions } = medication;
  const [isPosting, setPosting] = useState(false);
  const [pressed, setPressed] = useState<DoseKey>();
  const failed = useFailedAnswers();
  const answer = useAnswerDoses();
  const todays = takenOn(localDate(now, timezone), timezone, taken);
  const allowed = allowedFrom(medication, taken, now);
  const last = taken.at(-1);
  const [isAsking, setAsking] = useState(false);
  const take = async () => {
    setAsking(false);
    setPosting(true);
    // The time is rounded down to the minute, as on the server: two presses in one minute are one
    // dose.
    const minute = new Date(Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS);
    const dose = { medicationId: id, scheduledTime: minute.toISOString() };
    setPressed(dose);
    await answer([dose], 'taken', { about: `${name}: taken.` });
    setPosting(false);
  };
  return (
    <li className="grid grid-cols-1 gap-3 rounded-press border-3 border-line bg-surface p-4 tablet:p-5">
      <p className="text-press leading-tight">
        <strong className="font-heavy text-[2.25rem]">{name}</strong>{' '}
        <span>{unbrokenDosage(dosage)}</span>
      </p>
      {instructions && <p className="whitespace-pre-line text-elder text-soft">{instructions}</p>}
      <p className="text-elder">
        {isUnknown && todays.length === 0 ? NOT_KNOWN : takenMessage(todays, timezone)}
      </p>
      {allowed && (
        <p className="font-bold text-elder">
          {`Next one: ${timeMessage(allowed, now, timezone)} or later`}
        </p>
      )}
      {waits && <SavedHere waits={waits} />}
      {pressed && <NotSaved reason={failed.get(keyOf(pressed))} />}
      {allowed && isAsking && (
        <TooSoon
          name={name}
          next={atMessage(allowed, now, timezone)}
          last={last && atMessage(last, now, timezone)}
          now={formatTime(now, timezone)}
          onTaken={() => void take()}
          onBack={() => setAsking(false)}
        />
      )}
      <TouchButton
        size="card"
        variant="outline"
        icon={check}
        aria-label={`Taken: ${name}`}
        isBusy={isPosting}
        onPress={() => (allowed ? setAsking(true) : void take())}
      >
        Taken
      </TouchButton>
    </li>
  );
}

function isToBeHad(medication: Medication, today: string): boolean {
  const { frequency, isActive, startDate, endDate } = medication;
  const isNow = startDate <= today && (endDate === null || today <= endDate);
  return frequency === 'as_needed' && isActive && isNow;
}

function takenMessage(taken: readonly Date[], timezone: string): string {
  const times = taken.map((instant) => formatTime(instant, timezone));
  return times.length === 0 ? 'Not taken today' : `Taken today at ${times.join(', ')}`;
}

/** Returns when another dose is within the limits; undefined if a dose is allowed now. */
function allowedFrom(medication: Medication, taken: readonly Date[], now: Date): Date | undefined {
  const at = Math.max(now.getTime(), serverNow());
  const instants = taken.map((instant) => instant.getTime());
  const next = nextAllowed(
    medication,
    instants.filter((instant) => at - instant < DAY_MS),
    at,
  );
  return next > at ? new Date(next) : undefined;
}

/** Returns '4:42 PM', 'tomorrow at 8:00 AM' or 'yesterday at 9:15 PM'. */
function timeMessage(instant: Date, now: Date, timezone: string): string {
  const [date, today] = [localDate(instant, timezone), localDate(now, timezone)];
  const time = formatTime(instant, timezone);
  if (date === today) return time;
  return `${date > today ? 'tomorrow' : 'yesterday'} at ${time}`;
}

/** Returns the text for use within a sentence: 'at 4:42 PM', 'tomorrow at 8:00 AM'. */
function atMessage(instant: Date, now: Date, timezone: string): string {
  const message = timeMessage(instant, now, timezone);
  return message.includes(' at ') ? message : `at ${message}`;
}
