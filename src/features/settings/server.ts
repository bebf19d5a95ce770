import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { parameter, prepared } from '#database/prepared.ts';
import { settings } from '#database/schema/home.ts';
import { noteAct } from '#features/audit/server.ts';
import { type Feature, feature, type MemberContext } from '#platform/server/feature.ts';
import { refuseStale, stale } from '#platform/server/versions.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { zoneOffsets } from '#platform/shared/zone-offsets.ts';
import {
  type Settings,
  settingsCalls,
  settings as settingsShape,
  type TimezoneUndo,
} from './contract.ts';
import { DEFAULT_SETTINGS } from './domain/defaults.ts';
import { SETTING_WORDS } from './domain/messages.ts';
import { TIMEZONE_UNDO_MS } from './limits.ts';
import { settingsRefusal } from './refusals.ts';

export { settingsInArchive } from './server/portable.ts';

const NAMES = settingsShape.keyof().options;

/** Stores another time zone with `store` and reschedules all doses. */
type Reschedule = (
  db: Db,
  whose: { readonly accountId: string; readonly now: Date },
  store: () => Promise<void>,
) => Promise<void>;

export function settingsFeature(reschedule: Reschedule): Feature {
  return feature(settingsCalls, {
    read: (_call, context) => settingsOf(context),
    change: ({ body }, context) => change(body, reschedule, context),
    replace: ({ body }, context) => change(body, reschedule, context),
    undoTimezone: ({ body }, context) => undoTimezone(body.changedAt, reschedule, context),
  });
}

/**
 * A prepared statement, because every device reads the settings after a server start, when the load
 * is highest.
 */
const readSettings = prepared(
  'read_settings',
  { row: settings },
  (selected) =>
    sql`select ${selected} from ${settings} where ${settings.accountId} = ${parameter('accountId')}`,
);

type SettingsContext = Pick<MemberContext, 'db' | 'account' | 'now'>;

async function settingsOf({ db, account, now }: SettingsContext) {
  const [{ row } = { row: null }] = await readSettings(db, { accountId: account.id });
  if (row === null) throw notFound();
  const { accountId: _, previousTimezone, timezoneChangedAt, ...rest } = row;
  return {
    ...rest,
    ...undoOf(previousTimezone, timezoneChangedAt),
    timezoneOffsets: zoneOffsets(row.timezone, now),
    temperatureUnit: row.temperatureUnit === 'celsius' ? 'celsius' : 'fahrenheit',
  } as const;
}

function undoOf(timezone: string | null, changedAt: Date | null): { timezoneUndo?: TimezoneUndo } {
  if (timezone === null || changedAt === null) return {};
  const until = new Date(changedAt.getTime() + TIMEZONE_UNDO_MS);
  return {
    timezoneUndo: { timezone, changedAt: changedAt.toISOString(), until: until.toISOString() },
  };
}

/** A change of settings; a key with the value undefined is ignored. */
type Change = { readonly [K in keyof Settings]?: Settings[K] | undefined } & {
  readonly version?: number | undefined;
};

async function change(
  { version: madeFrom, ...changes }: Change,
  reschedule: Reschedule,
  context: MemberContext,
) {
  const { db, account, now } = context;
  const present = await settingsOf(context);
  refuseStale(madeFrom, present);
  const changed = NAMES.filter(
    (name) => changes[name] !== undefined && changes[name] !== present[name],
  );
  if (changed.length === 0) return present;
  const isMoved = changed.includes('timezone');
  const store = async () => {
    const own = eq(settings.accountId, account.id);
    const isAsSeen = madeFrom === undefined ? undefined : eq(settings.version, present.version);
    const stored = await db
      .update(settings)
      .set({
        ...changes,
        ...(isMoved ? { previousTimezone: sql`${settings.timezone}`, timezoneChangedAt: now } : {}),
        version: sql`${settings.version} + 1`,
      })
      .where(and(own, isAsSeen))
      .returning({ version: settings.version });
    if (stored.length === 0) throw stale(await settingsOf(context));
  };
  if (isMoved) await reschedule(db, { accountId: account.id, now }, store);
  else await store();
  await noteAct(
    db,
    context,
    'settings-changed',
    changed.map((name) => SETTING_WORDS[name]).join(', '),
  );
  return settingsOf(context);
}

/** Undoes the change made at `changedAt`; throws if it is not the last one or too old. */
async function undoTimezone(changedAt: string, reschedule: Reschedule, context: MemberContext) {
  const { db, account, now } = context;
  const { timezoneUndo: undo } = await settingsOf(context);
  const isOpen = undo?.changedAt === changedAt && now.toISOString() <= undo.until;
  if (!isOpen) throw settingsRefusal('timezone-undo-over');
  await reschedule(db, { accountId: account.id, now }, async () => {
    const undone = await db
      .update(settings)
      .set({
        timezone: undo.timezone,
        previousTimezone: null,
        timezoneChangedAt: null,
        version: sql`${settings.version} + 1`,
      })
      .where(
        and(
          eq(settings.accountId, account.id),
          eq(settings.timezoneChangedAt, new Date(undo.changedAt)),
        ),
      )
      .returning({ version: settings.version });
    // If no row was changed, another administrator changed or undid the time zone while this call
    // waited for the lock.
    if (undone.length === 0) throw settingsRefusal('timezone-undo-over');
  });
  await noteAct(db, context, 'settings-changed', SETTING_WORDS.timezone);
  return settingsOf(context);
}

export async function addDefaultSettings(
  db: Db,
  accountId: string,
  known: Partial<Settings> = {},
): Promise<void> {
  await db.insert(settings).values({ accountId, ...DEFAULT_SETTINGS, ...known });
}
