import { MAX_WAIT_MS } from '#features/alarm-tests/domain/alarm-test.ts';
import { MAX_SKEW_MS, sinceMessage, spanMessage } from '#features/alerts/domain/tablet-state.ts';
import { counted } from '#features/medications/domain/lateness.ts';
import { showTheSame, zoneName } from '#features/settings/domain/time-zones.ts';
import { agoMessage } from '#platform/shared/ago.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { Tablet } from '../contract.ts';
import { isLow, powerMessage } from './tablet-messages.ts';

/**
 * One requirement for a tablet to ring, and whether it is met. An unknown fact does not count as
 * met.
 */
export interface Line {
  readonly name: string;
  readonly verdict: 'yes' | 'no' | 'not known';
  readonly fact: string;
  /** How to meet the requirement, if it is not met. */
  readonly todo?: string;
}

export interface Readiness {
  /** All requirements, the unmet ones first. */
  readonly lines: readonly Line[];
  readonly inOrder: number;
  /** False if a reminder would not be audible now, as far as is known. */
  readonly couldRing: boolean;
}

type Rule = (tablet: Tablet, now: Date, timezone: string) => Omit<Line, 'name'>;

const yes = (fact: string) => ({ verdict: 'yes' as const, fact });
const no = (fact: string, todo: string) => ({ verdict: 'no' as const, fact, todo });
const notKnown = (fact = 'Not known') => ({ verdict: 'not known' as const, fact });

/** The requirements without which a reminder is not audible. */
const TO_RING = ['Connected', 'Awake', 'Sound'];

const RULES: Readonly<Record<string, Rule>> = {
  Connected: ({ silentSince }, now, timezone) =>
    silentSince === null
      ? yes('Heard in the last five minutes')
      : no(
          `Not heard ${sinceMessage(new Date(silentSince), now, timezone)}`,
          'Look whether it is on and has its network. It is well again by itself.',
        ),
  Awake: ({ state, visible }) => {
    if (state === 'gone' || visible === null) return notKnown();
    return visible
      ? yes('Its page can be seen')
      : no(
          'It shows something else, or its screen is off',
          'Open this app on it, and let its screen stay on.',
        );
  },
  Sound: ({ state, soundReady }) => {
    if (state === 'gone' || soundReady === null) return notKnown();
    return soundReady
      ? yes('Unlocked by a touch')
      : no(
          'Blocked by its browser',
          'One touch anywhere on its screen is enough. Until then a reminder is seen but not heard.',
        );
  },
  Alarm: ({ test }, now, timezone) => {
    if (test === null) return notKnown('Never tried');
    const when = agoMessage(new Date(test.answeredAt ?? test.askedAt), now, timezone);
    if (test.outcome === 'sounded') return yes(`Sounded ${when}`);
    if (test.outcome === 'blocked')
      return no(`Blocked ${when}`, 'Touch the tablet, then try again.');
    if (test.answeredAt !== null) return notKnown(`Answered ${when}; whether it sounded is open`);
    const isWaiting = now.getTime() - Date.parse(test.askedAt) < MAX_WAIT_MS;
    return isWaiting ? notKnown('No answer yet') : no(`No answer ${when}`, 'Try it again.');
  },
  Clock: ({ clockSkewMinutes: skew }) => {
    if (skew === null) return notKnown();
    const offMs = Math.abs(skew) * MINUTE_MS;
    if (offMs <= MAX_SKEW_MS) return yes('Right');
    return no(
      `${spanMessage(offMs)} ${skew > 0 ? 'ahead' : 'behind'}`,
      'Let it set its date and time by itself. Reminders go by the server’s clock all the same.',
    );
  },
  'Time zone': ({ timezone: own, zoneDataOutdated }, now, timezone) => {
    if (zoneDataOutdated)
      return no(
        'Its time zone data are outdated',
        'Update its browser. Until then this app shows the right times on it, other apps may not.',
      );
    if (own === null) return notKnown();
    if (showTheSame(own, timezone, now)) return yes(zoneName(own));
    return no(
      `Set to ${zoneName(own)}`,
      `The household lives by ${zoneName(timezone)}: change the one that is wrong, here in App Settings.`,
    );
  },
  Power: (tablet) => {
    if (tablet.batteryPercent === null) return notKnown();
    const fact = powerMessage(tablet);
    return isLow(tablet) ? no(fact, 'Ask for it to be put on its charger.') : yes(fact);
  },
  'Without internet': ({ worksOffline }) => {
    if (worksOffline === null) return notKnown();
    return worksOffline
      ? yes('Goes on with what it has')
      : no(
          'Goes on only while its page stays open',
          'It needs an address that begins with https, and to be opened once more.',
        );
  },
};

/** Checks each requirement for a tablet to remind, now and later. */
export function readinessOf(tablet: Tablet, now: Date, timezone: string): Readiness {
  const all = Object.entries(RULES).map(
    ([name, rule]): Line => ({
      name,
      ...rule(tablet, now, timezone),
    }),
  );
  const missing = all.filter(({ verdict }) => verdict === 'no');
  return {
    lines: [...missing, ...all.filter(({ verdict }) => verdict !== 'no')],
    inOrder: all.filter(({ verdict }) => verdict === 'yes').length,
    couldRing: all
      .filter(({ name }) => TO_RING.includes(name))
      .every(({ verdict }) => verdict === 'yes'),
  };
}

/** Returns 'Ready, 8 of 8', '2 things to do' or '7 of 8 in order'. */
export function readinessMessage({ lines, inOrder }: Readiness): string {
  const missing = lines.filter(({ verdict }) => verdict === 'no').length;
  if (missing > 0) return counted(missing, 'thing').concat(' to do');
  const share = `${inOrder} of ${lines.length}`;
  return inOrder === lines.length ? `Ready, ${share}` : `${share} in order`;
}
