import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Database } from '#database/connect.ts';
import { BackupRefused } from '#features/backup/server.ts';
import { type Finding, finding } from '#features/server-health/contract.ts';
import { STATUSES } from '#features/subscription/domain/states.ts';
import type { UnitOfWork } from '#platform/server/feature.ts';
import { unitOfWork } from '#platform/server/http/invalidation.ts';
import { askOperatorLine, type LineRoutes } from '#platform/server/operator-line.ts';
import type { Config } from '../app/config.ts';
import { type DoctorParts, examine } from './doctor.ts';
import { confirmEmail, listHouseholds, resetLink, setSubscription } from './households.ts';
import { NotDone, openDatabase, whereItIs } from './open-database.ts';

/**
 * Schema of the commands that need only the database, as they are sent over the operator socket.
 */
const householdCommand = z.discriminatedUnion('name', [
  z.object({ name: z.literal('accounts') }),
  z.object({ name: z.enum(['reset-password', 'confirm-email']), email: z.string() }),
  z.object({
    name: z.literal('subscription set'),
    accountNumber: z.string(),
    status: z.enum(STATUSES).optional(),
    endsAt: z.coerce.date().optional(),
  }),
]);

export type HouseholdCommand = z.output<typeof householdCommand>;

interface Parts {
  readonly database: Database;
  readonly unitOfWork: UnitOfWork;
  readonly config: Pick<Config, 'publicUrl'>;
  now(): Date;
}

const PATH = '/command';
const DOCTOR_PATH = '/doctor';

/** Runs the operator's commands in the running server, so that reminders are not interrupted. */
export function commandRoute(parts: Parts): LineRoutes {
  return {
    [PATH]: (asked, answer) =>
      reply(answer, async () => ({ lines: await carryOut(householdCommand.parse(asked), parts) })),
  };
}

/** Writes the result as JSON, or the reason why it was refused. */
export async function reply(answer: ServerResponse, work: () => Promise<object>): Promise<void> {
  try {
    const made = await work();
    answer.writeHead(200, JSON_TYPE).end(JSON.stringify(made));
  } catch (error) {
    if (!(error instanceof NotDone || error instanceof BackupRefused)) throw error;
    answer.writeHead(422, JSON_TYPE).end(JSON.stringify({ error: error.message }));
  }
}

/** Runs the doctor in the running server, with the server's settings and database. */
export function doctorRoute(parts: DoctorParts): LineRoutes {
  return {
    async [DOCTOR_PATH](_asked, answer) {
      answer.writeHead(200, JSON_TYPE).end(JSON.stringify(await examine(parts)));
    },
  };
}

/**
 * Returns the doctor's findings of the running server; undefined if no server answers or its
 * version is older.
 */
export async function examineRunningServer(
  dataDir: string,
): Promise<readonly Finding[] | undefined> {
  const answer = await askOperatorLine(dataDir, DOCTOR_PATH);
  const said = answer && (await text(answer));
  if (said === undefined || answer?.statusCode !== 200) return undefined;
  return z.array(finding).parse(JSON.parse(said));
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Runs a command in this process, or in the server that has the database open. */
export function runWhereOpen(
  command: HouseholdCommand,
  config: Config,
  now: () => Date,
): Promise<readonly string[]> {
  return whereItIs({
    open: () => openDatabase(config),
    here: (database) =>
      carryOut(command, { database, unitOfWork: unitOfWork(database), config, now }),
    async there(inUse) {
      const said = await askServer({ dataDir: config.dataDir, path: PATH, sent: command }, inUse);
      return z.object({ lines: z.array(z.string()) }).parse(said).lines;
    },
  });
}

interface Asked {
  readonly dataDir: string;
  readonly path: string;
  readonly sent: object;
}

/** Returns the reply of the running server; throws `inUse` if no server answers. */
export async function askServer({ dataDir, path, sent }: Asked, inUse: unknown): Promise<unknown> {
  const answer = await askOperatorLine(dataDir, path, sent);
  if (answer === undefined) throw inUse;
  const said = await text(answer);
  if (answer.statusCode === 404) {
    throw new NotDone('The running server is of another version: start it anew.');
  }
  if (answer.statusCode === 422)
    throw new NotDone(z.object({ error: z.string() }).parse(JSON.parse(said)).error);
  if (answer.statusCode !== 200) {
    throw new NotDone('The running server could not do it; its log says why.');
  }
  return JSON.parse(said);
}

async function carryOut(
  command: HouseholdCommand,
  { database, unitOfWork, config, now }: Parts,
): Promise<readonly string[]> {
  switch (command.name) {
    case 'subscription set':
      return [await setSubscription(unitOfWork, command, now())];
    case 'confirm-email':
      return confirmEmail(unitOfWork, command.email, now());
    case 'reset-password':
      return resetLink(database, command.email, { publicUrl: config.publicUrl, now: now() });
    default:
      return listHouseholds(database, now());
  }
}
