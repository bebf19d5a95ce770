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
    logged_by uuid references users(id), unique (medication_id, scheduled_time));`);
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

async function logDose(request) {
  const { rows } = await pool.query('select sess from session where sid = $1 and expire > now()', [
    'plain',
  ]);
  const user = await pool.query('select * from users where id = $1', [rows[0].sess.person]);
  const body = await bodyOf(request);
  const { account_id: accountId } = user.rows[0];
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
  await pool.query('update session set expire = $2 where sid = $1', ['plain', ahead()]);
  return [201, made.rows[0]];
}

const server = createServer(async (request, response) => {
  const [status, body] =
    request.url === '/medication' ? [200, { medicationId }] : await logDose(request);
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
