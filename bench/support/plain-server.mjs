// What a plain product costs: node:http, node-postgres, a session read and touched in the database
// at each call, each statement by itself, as Express with express-session and connect-pg-simple
// sends them. Without Express' own share it is the harder one to compare with.
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(`
  create table session (sid text primary key, sess json not null, expire timestamptz not null);
  create index on session (expire);
  create table users (id uuid primary key, account_id uuid not null, name text not null);
  create table medications (id uuid primary key, account_id uuid not null references users(id),
    name text not null, dosage text not null);
  create table medication_logs (id uuid primary key, account_id uuid not null,
    medication_id uuid not null references medications(id), scheduled_time timestamptz not null,
    status text not null, notes text not null, logged_at timestamptz not null,
    logged_by uuid references users(id), unique (medication_id, scheduled_time));
  create table photos (id uuid primary key, account_id uuid not null, album_id uuid not null,
    filename text not null, thumbnails text[] not null, original_name text not null,
    caption text not null, "order" integer not null, width integer not null,
    height integer not null, taken_at text, uploaded_at timestamptz not null);
  create index on photos (album_id, "order");`);
const person = randomUUID();
const medicationId = randomUUID();
await pool.query('insert into users values ($1, $1, $2)', [person, 'Ada Lovelace']);
await pool.query("insert into medications values ($1, $2, 'Lisinopril', '10 mg')", [
  medicationId,
  person,
]);
const ahead = () => new Date(Date.now() + 86_400_000);
await pool.query('insert into session values ($1, $2, $3)', ['plain', { person }, ahead()]);

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** Whose session it is: read, and their row, and touched at the end. */
async function inSession(work) {
  const { rows } = await pool.query('select sess from session where sid = $1 and expire > now()', [
    'plain',
  ]);
  const user = await pool.query('select * from users where id = $1', [rows[0].sess.person]);
  const answer = await work(user.rows[0].account_id);
  await pool.query('update session set expire = $2 where sid = $1', ['plain', ahead()]);
  return answer;
}

const albumId = randomUUID();
const SIZES = [320, 640, 1280];
await pool.query(
  `insert into photos
   select gen_random_uuid(), $1, $2, name(at, 2560), array[name(at, 320), name(at, 640), name(at, 1280)],
     'IMG_' || at || '.jpg', 'At the lake, number ' || at, at, 2560, 1920, '2026-05-05T12:00:00',
     now() - at * interval '1 minute'
   from generate_series(0, $3::int - 1) at`.replaceAll(
    /name\(at, (\d+)\)/g,
    "encode(sha256(concat(at, '-$1')::bytea), 'hex') || '.webp'",
  ),
  [person, albumId, process.env.PHOTOS ?? 0],
);
await pool.query('analyze');

/** The album by order, as the product answers it. */
async function photosOf(accountId) {
  const { rows } = await pool.query(
    'select * from photos where album_id = $1 and account_id = $2 order by "order"',
    [albumId, accountId],
  );
  const list = rows.map((row) => ({
    id: row.id,
    albumId: row.album_id,
    filename: row.filename,
    originalName: row.original_name,
    caption: row.caption,
    order: row.order,
    url: `/uploads/${row.filename}`,
    thumbnailUrl: `/uploads/${row.thumbnails[1]}`,
    thumbnails: row.thumbnails.map((name, at) => ({ url: `/uploads/${name}`, width: SIZES[at] })),
    width: row.width,
    height: row.height,
    takenAt: row.taken_at,
    uploadedAt: row.uploaded_at,
  }));
  return [200, list];
}

async function logDose(request, accountId) {
  const body = await bodyOf(request);
  const found = await pool.query('select * from medications where id = $1 and account_id = $2', [
    body.medicationId,
    accountId,
  ]);
  if (found.rows.length === 0) return [404, {}];
  const made = await pool.query(
    `insert into medication_logs values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (medication_id, scheduled_time) do update set status = excluded.status returning *`,
    [
      ...[randomUUID(), accountId, body.medicationId, body.scheduledTime],
      ...[body.status, body.notes, new Date(), person],
    ],
  );
  return [201, made.rows[0]];
}

async function answer(request) {
  if (request.url === '/medication') return [200, { medicationId }];
  if (request.url === '/photos') return inSession(photosOf);
  return inSession((accountId) => logDose(request, accountId));
}

const server = createServer(async (request, response) => {
  const [status, body] = await answer(request);
  const json = JSON.stringify(body);
  const etag = `"${createHash('sha1').update(json).digest('base64')}"`;
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(json),
    ETag: etag,
  });
  response.end(json);
});
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Ready at http://127.0.0.1:${server.address().port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
