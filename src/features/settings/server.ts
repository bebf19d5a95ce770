import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { given, prepared } from '#database/prepared.ts';
import { settings } from '#database/schema/home.ts';
import { noteAct } from '#features/audit/server.ts';
import { type Feature, feature, type MemberContext } from '#kit/server/feature.ts';
import { refuseStale, stale } from '#kit/server/versions.ts';
import { notThere } from '#kit/shared/refusals.ts';
import { type Settings, settingsCalls, settings as settingsShape } from './contract.ts';
import { DEFAULT_SETTINGS } from './defaults.ts';
import { SETTING_WORDS } from './messages.ts';

export { settingsInArchive } from './server/portable.ts';

const NAMES = settingsShape.keyof().options;

/** Stores another timezone, in which every dose is due at another moment. */
type Reschedule = (
  db: Db,
  whose: { readonly accountId: string; readonly now: Date },
  store: () => Promise<void>,
) => Promise<void>;

/** What a household has set, one by one or all at once. */
export function settingsFeature(reschedule: Reschedule): Feature {
  return feature(settingsCalls, {
    read: (_call, { db, account }) => settingsOf(db, account.id),
    change: ({ body }, context) => change(body, reschedule, context),
    replace: ({ body }, context) => change(body, reschedule, context),
  });
}

/** Prepared: every device needs them after a start, when the server has most to do. */
const readSettings = prepared(
  'read_settings',
  { row: settings },
  (selected) =>
    sql`select ${selected} from ${settings} where ${settings.accountId} = ${given('accountId')}`,
);

async function settingsOf(db: Db, accountId: string) {
  const [{ row } = { row: null }] = await readSettings(db, { accountId });
  if (row === null) throw notThere();
  const { accountId: _, ...rest } = row;
  return {
    ...rest,
    temperatureUnit: row.temperatureUnit === 'celsius' ? 'celsius' : 'fahrenheit',
  } as const;
}

/** A key given as undefined is a key not given. */
type Change = { readonly [K in keyof Settings]?: Settings[K] | undefined } & {
  readonly version?: number | undefined;
};

async function change(
  { version: madeFrom, ...changes }: Change,
  reschedule: Reschedule,
  context: MemberContext,
) {
  const { db, account, now } = context;
  const present = await settingsOf(db, account.id);
  refuseStale(madeFrom, present);
  const changed = NAMES.filter(
    (name) => changes[name] !== undefined && changes[name] !== present[name],
  );
  if (changed.length === 0) return present;
  const store = async () => {
    const own = eq(settings.accountId, account.id);
    const isAsSeen = madeFrom === undefined ? undefined : eq(settings.version, present.version);
    const stored = await db
      .update(settings)
      .set({ ...changes, version: sql`${settings.version} + 1` })
      .where(and(own, isAsSeen))
      .returning({ version: settings.version });
    if (stored.length === 0) throw stale(await settingsOf(db, account.id));
  };
  if (changed.includes('timezone')) await reschedule(db, { accountId: account.id, now }, store);
  else await store();
  await noteAct(
    db,
    context,
    'settings-changed',
    changed.map((name) => SETTING_WORDS[name]).join(', '),
  );
  return settingsOf(db, account.id);
}

export async function addDefaultSettings(
  db: Db,
  accountId: string,
  known: Partial<Settings> = {},
): Promise<void> {
  await db.insert(settings).values({ accountId, ...DEFAULT_SETTINGS, ...known });
}
