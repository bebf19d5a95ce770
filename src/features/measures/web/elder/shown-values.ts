import { localDate } from '#platform/shared/zoned-time.ts';
import type { Waiting } from '#platform/web/offline/outbox.ts';
import type { WaitReason } from '#platform/web/offline/outbox-rules.ts';
import type { MeasureValue } from '../../contract.ts';
import type { MeasureKind } from '../../domain/kinds.ts';
import type { Value } from '../../domain/values.ts';

/** The name of the outbox for measurements. */
export const MEASURED = 'measured';

/** A press on this tablet: a measurement, or its withdrawal. */
export interface MeasurePress {
  readonly valueId: string;
  /** The elder. */
  readonly userId: string;
  readonly value: Value;
  readonly isTakenBack: boolean;
}

/** A press that is not delivered yet. */
export type WaitingMeasurePress = MeasurePress & Pick<Waiting<MeasurePress>, 'pressedAt' | 'waits'>;

export interface ShownValue {
  readonly value: Value;
  readonly at: Date;
  /**
   * The reason why the value is not delivered yet. Undefined if it is delivered, or if it has
   * waited for less than two seconds.
   */
  readonly waits: WaitReason | undefined;
}

/**
 * Returns the newest value of a kind, including undelivered presses; undefined if there is none.
 */
export function newestOf(
  kind: MeasureKind,
  latest: readonly MeasureValue[],
  waiting: readonly WaitingMeasurePress[],
): ShownValue | undefined {
  const gone = new Set(waiting.flatMap((said) => (said.isTakenBack ? [said.valueId] : [])));
  const known = latest.map((value) => ({
    ...{ id: value.id, value, at: new Date(value.measuredAt), waits: undefined },
  }));
  const pressed = waiting.map((said) => ({
    ...{ id: said.valueId, value: said.value, at: new Date(said.pressedAt) },
    waits: said.waits,
  }));
  const own = [...known, ...pressed].filter(
    (each) => each.value.kind === kind && !gone.has(each.id),
  );
  own.sort((one, other) => other.at.getTime() - one.at.getTime());
  const [newest] = own;
  return newest && { value: newest.value, at: newest.at, waits: newest.waits };
}

/** Returns the value if it is of the local date of `now`. */
export function ofToday(
  shown: ShownValue | undefined,
  now: Date,
  timezone: string,
): ShownValue | undefined {
  const isToday = shown && localDate(shown.at, timezone) === localDate(now, timezone);
  return isToday ? shown : undefined;
}
