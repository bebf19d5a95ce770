// The reference server, with which benches compare the product: a plain server with Express,
// express-session with connect-pg-simple, Drizzle and node-postgres, written according to their
// documentation. It has the same requests and responses as the product. Each request reads its
// session and its user from the database; there are no caches and no prepared statements.
import { randomUUID } from 'node:crypto';
import connectPgSimple from 'connect-pg-simple';
import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { date, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import express from 'express';
import session from 'express-session';
import pg from 'pg';
import { z } from 'zod';

const WEEK_MS = 7 * 86_400_000;
const SIZES = [320, 640, 1280];

const instant = (name) => timestamp(name, { withTimezone: true });

const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  name: text('name').notNull(),
  role: text('role').notNull(),
});

const settings = pgTable('settings', {
  accountId: uuid('account_id').primaryKey(),
  timezone: text('timezone').notNull(),
});

const medications = pgTable('medications', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  name: text('name').notNull(),
  dosage: text('dosage').notNull(),
  times: text('times').array().notNull(),
  startDate: date('start_date').notNull(),
});

const medicationLogs = pgTable(
  'medication_logs',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    medicationId: uuid('medication_id')
      .notNull()
      .references(() => medications.id, { onDelete: 'cascade' }),
    localDate: date('local_date').notNull(),
    scheduledTime: instant('scheduled_time').notNull(),
    status: text('status').notNull(),
    notes: text('notes').notNull(),
    loggedAt: instant('logged_at').notNull(),
    loggedBy: uuid('logged_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [unique().on(table.medicationId, table.scheduledTime)],
);

const photos = pgTable('photos', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  albumId: uuid('album_id').notNull(),
  filename: text('filename').notNull(),
  thumbnails: text('thumbnails').array().notNull(),
  originalName: text('original_name').notNull(),
  caption: text('caption').notNull(),
  order: integer('order').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  takenAt: text('taken_at'),
  uploadedAt: instant('uploaded_at').notNull(),
});

// The idle timeout is that of the product's pool.
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  idleTimeoutMillis: 60_000,
});
const db = drizzle(pool);

await pool.query(`
  create table session (sid varchar not null primary key, sess json not null,
    expire timestamp(6) not null);
  create index on session (expire);
  create table users (id uuid primary key, account_id uuid not null, name text not null,
    role text not null);
  create table settings (account_id uuid primary key, timezone text not null);
  create table medications (id uuid primary key, account_id uuid not null, name text not null,
    dosage text not null, times text[] not null, start_date date not null);
  create index on medications (account_id);
  create table medication_logs (id uuid primary key, account_id uuid not null,
    medication_id uuid not null references medications (id) on delete cascade,
    local_date date not null, scheduled_time timestamptz not null, status text not null,
    notes text not null, logged_at timestamptz not null,
    logged_by uuid references users (id) on delete set null,
    unique (medication_id, scheduled_time));
  create index on medication_logs (account_id, local_date);
  create table photos (id uuid primary key, account_id uuid not null, album_id uuid not null,
    filename text not null, thumbnails text[] not null, original_name text not null,
    caption text not null, "order" integer not null, width integer not null,
    height integer not null, taken_at text, uploaded_at timestamptz not null);
  create index on photos (album_id, "order");`);

const accountId = randomUUID();
const medicationId = randomUUID();
const albumId = randomUUID();
await db.insert(users).values({ id: randomUUID(), accountId, name: 'Ada Lovelace', role: 'admin' });
await db.insert(settings).values({ accountId, timezone: 'America/New_York' });
await db.insert(medications).values({
  ...{ id: medicationId, accountId, name: 'Lisinopril', dosage: '10 mg' },
  ...{ times: ['08:00'], startDate: '2016-01-01' },
});
await pool.query(
  `insert into photos
   select gen_random_uuid(), $1, $2, name(at, 2560), array[name(at, 320), name(at, 640), name(at, 1280)],
     'IMG_' || at || '.jpg', 'At the lake, number ' || at, at, 2560, 1920, '2026-05-05T12:00:00',
     now() - at * interval '1 minute'
   from generate_series(0, $3::int - 1) at`.replaceAll(
    /name\(at, (\d+)\)/g,
    "encode(sha256(concat(at, '-$1')::bytea), 'hex') || '.webp'",
  ),
  [accountId, albumId, process.env.PHOTOS ?? 0],
);
await pool.query('analyze');

const newLog = z.object({
  medicationId: z.uuid(),
  scheduledTime: z.iso.datetime(),
  status: z.enum(['taken', 'missed', 'skipped']),
  notes: z.string().max(1000),
});

const app = express();
app.use(express.json());
app.use(
  session({
    store: new (connectPgSimple(session))({ pool, pruneSessionInterval: false }),
    secret: 'only for a bench',
    resave: false,
    saveUninitialized: false,
    cookie: { maxAge: WEEK_MS },
  }),
);

/** Signs in without a password, because sign-ins are not compared with this server. */
app.post('/login', async (request, response) => {
  const [user] = await db.select().from(users);
  request.session.userId = user.id;
  response.json({ medicationId });
});

app.use(async (request, response, next) => {
  const { userId } = request.session;
  const [user] = userId ? await db.select().from(users).where(eq(users.id, userId)) : [];
  if (user === undefined) return response.status(401).json({ error: 'Not signed in' });
  request.user = user;
  next();
});

app.post('/medication-logs', async (request, response) => {
  const { user } = request;
  const wanted = newLog.safeParse(request.body);
  if (!wanted.success) return response.status(400).json({ error: 'Not a log' });
  const made = await db.transaction((tx) => logDose(tx, wanted.data, user));
  if (made === undefined) return response.status(404).json({ error: 'Not there' });
  response.status(201).json(made);
});

async function logDose(tx, wanted, user) {
  const [medication] = await tx
    .select()
    .from(medications)
    .where(and(eq(medications.id, wanted.medicationId), eq(medications.accountId, user.accountId)));
  if (medication === undefined) return undefined;
  const [{ timezone }] = await tx
    .select()
    .from(settings)
    .where(eq(settings.accountId, user.accountId));
  const scheduledTime = new Date(wanted.scheduledTime);
  const says = {
    ...{ status: wanted.status, notes: wanted.notes },
    ...{ loggedAt: new Date(), loggedBy: user.id },
  };
  const [log] = await tx
    .insert(medicationLogs)
    .values({
      ...{ id: randomUUID(), accountId: user.accountId, medicationId: medication.id },
      localDate: scheduledTime.toLocaleDateString('en-CA', { timeZone: timezone }),
      scheduledTime,
      ...says,
    })
    .onConflictDoUpdate({
      target: [medicationLogs.medicationId, medicationLogs.scheduledTime],
      set: says,
    })
    .returning();
  const { name, dosage } = medication;
  return { ...log, loggedBy: user.name, medication: { name, dosage } };
}

/** Answers with the photos of the album in order, in the product's format. */
app.get('/photos', async ({ user }, response) => {
  const rows = await db
    .select()
    .from(photos)
    .where(and(eq(photos.albumId, albumId), eq(photos.accountId, user.accountId)))
    .orderBy(photos.order);
  response.json(
    rows.map(({ accountId: _, thumbnails, ...row }) => ({
      ...row,
      url: `/uploads/${row.filename}`,
      thumbnailUrl: `/uploads/${thumbnails[1]}`,
      thumbnails: thumbnails.map((name, at) => ({ url: `/uploads/${name}`, width: SIZES[at] })),
    })),
  );
});

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Ready at http://127.0.0.1:${server.address().port}\n`);
});
server.keepAliveTimeout = 72_000;
process.on('SIGTERM', () => process.exit(0));
