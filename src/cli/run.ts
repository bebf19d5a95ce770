import { join } from 'node:path';
import type { Database } from '#database/connect.ts';
import type { Finding } from '#features/server-health/contract.ts';
import { storeFor } from '../app/build-app.ts';
import { type Config, readConfig } from '../app/config.ts';
import { backUp, listOffsite, restore } from './backups.ts';
import { NotUnderstood, readCommand, usage } from './command.ts';
import { examine } from './doctor.ts';
import { lookAtServer } from './look-at-database.ts';
import { checkForUpgrade } from './newer-version.ts';
import { isInUse, openDatabase } from './open-database.ts';
import { examineRunningServer, runWhereOpen } from './run-command.ts';
import { sentenceOf } from './sentence-of.ts';
import type { Terminal } from './terminal.ts';

/** Exit code if the command was done, or the doctor found no fault. */
const DONE = 0;
/** Exit code if the command failed, or the doctor found a fault. */
const FAILED = 1;
/** Exit code if the command was not understood. */
const WRONG_USE = 2;

/** Runs a command and returns the exit code. Messages go to the terminal. */
export async function runCommand(typed: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const command = readCommand(typed);
    if (command.name === 'help') {
      for (const line of usage(terminal.program)) terminal.say(line);
      return DONE;
    }
    if (command.name === 'service') {
      await makeService(command.isInstalled, terminal);
      return DONE;
    }
    const config = readConfig(terminal.environment);
    switch (command.name) {
      case 'doctor':
        return await consultDoctor(config, terminal);
      case 'backup':
        await backUp(command.file, config, terminal);
        return DONE;
      case 'offsite':
        for (const line of await listOffsite(config)) terminal.say(line);
        return DONE;
      case 'upgrade':
        terminal.say(await checkForUpgrade(config.releaseUrl));
        return DONE;
      case 'https':
        await makeCertificate(command.names, config, terminal);
        return DONE;
      case 'restore':
        await restore(command, config, terminal);
        return DONE;
      default:
        for (const line of await runWhereOpen(command, config, terminal.now)) terminal.say(line);
        return DONE;
    }
  } catch (error) {
    if (error instanceof NotUnderstood) {
      for (const line of [error.message, '', ...usage(terminal.program)]) terminal.complain(line);
      return WRONG_USE;
    }
    terminal.complain(sentenceOf(error));
    return FAILED;
  }
}

const START = { 'npm run grand --': 'npm start', grand: 'grand start' } as const;

/** No settings of this shell are passed, because the service reads its own. */
async function makeService(isInstalled: boolean, terminal: Terminal): Promise<void> {
  const { installService, serviceUnit, thisProduct } = await import('./service.ts');
  const { thisMachine } = await import('./this-machine.ts');
  const machine = thisMachine();
  const product = thisProduct();
  const lines = isInstalled
    ? installService(product, machine)
    : [serviceUnit(product, machine.node).trimEnd()];
  for (const line of lines) terminal.say(line);
}

async function makeCertificate(names: readonly string[], config: Config, terminal: Terminal) {
  // Imported here, so that other commands do not load it.
  const { makeHouseCertificate } = await import('./house-certificate.ts');
  const made = await makeHouseCertificate(join(config.dataDir, 'https'), names, terminal.now());
  const day = made.until.toISOString().slice(0, 10);
  terminal.say(`A certificate for ${made.names.join(', ')}, valid until ${day}.`);
  terminal.say('Start the server with it:');
  terminal.say(`  HTTPS_CERT=${made.cert} HTTPS_KEY=${made.key} ${START[terminal.program]}`);
  terminal.say(
    made.isNewAuthority
      ? `Each device must trust ${made.authority} once; docs/https.md says how.`
      : 'Devices that trust this server’s authority go on trusting it. A running server takes the new certificate up within a minute.',
  );
}

async function consultDoctor(config: Config, terminal: Terminal): Promise<number> {
  const findings = await lookEverywhere(config, terminal);
  for (const finding of findings) terminal.say(lineOf(finding));
  const faults = findings.filter(({ state }) => state === 'bad').length;
  terminal.say(wordsFor(faults));
  return faults === 0 ? DONE : FAILED;
}

/** Runs the doctor in this process, or in the server that has the embedded database open. */
async function lookEverywhere(config: Config, { now }: Terminal): Promise<readonly Finding[]> {
  let database: Database | undefined;
  let unusable: string | undefined;
  try {
    database = await openDatabase(config);
  } catch (error) {
    if (!isInUse(error)) unusable = sentenceOf(error);
  }
  try {
    const isHeld = database === undefined && unusable === undefined;
    const found = isHeld ? await examineRunningServer(config.dataDir) : undefined;
    if (found) return [{ what: 'Server', ...(await lookAtServer(config)) }, ...found];
    const store = await storeFor(config);
    const own = await examine({ config, database, store, now });
    return unusable === undefined ? own : withoutDatabase(own, unusable);
  } finally {
    await database?.close();
  }
}

/**
 * Drops the findings that depend on the database, which was not checked, so that they do not look
 * good.
 */
function withoutDatabase(findings: readonly Finding[], sentence: string): Finding[] {
  return findings.flatMap((finding): Finding[] => {
    if (finding.what === 'Database') return [{ ...finding, state: 'bad', sentence }];
    return ['Push keys', 'Jobs'].includes(finding.what) ? [] : [finding];
  });
}

const MARKS: Record<Finding['state'], string> = { good: 'well ', note: 'note ', bad: 'WRONG' };

function lineOf({ what, state, sentence }: Finding): string {
  return `${MARKS[state]}  ${what}: ${sentence}`;
}

function wordsFor(faults: number): string {
  if (faults === 0) return 'Nothing is wrong.';
  return faults === 1 ? 'One thing is wrong.' : `${faults} things are wrong.`;
}
