import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { runStatement } from '../../src/database/testing-postgres.ts';

/** The kernel's clock tick. */
const TICK_US = 10_000;

/** Makes an empty database; answers its name. */
export async function newDatabase(url: string): Promise<string> {
  const name = `bench_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  await runStatement(url, `create database ${name}`);
  return name;
}

/** Microseconds that the processes of a database's connections have used; on this machine only. */
export async function databaseCpu(database: string, client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pid from pg_stat_activity where datname = $1', [
    database,
  ]);
  return rows.reduce((all, { pid }) => all + ticksOf(pid) * TICK_US, 0);
}

function ticksOf(pid: number): number {
  // What follows the program's name in brackets: user time and system time are the 14th and 15th.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
