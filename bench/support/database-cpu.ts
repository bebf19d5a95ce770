import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { runStatement } from '../../tests/support/postgres.ts';

export async function newDatabase(url: string): Promise<string> {
  const name = `bench_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  await runStatement(url, `create database ${name}`);
  return name;
}

/** Returns the CPU time of all backend processes of a local database, in microseconds. */
export async function databaseCpu(database: string, client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pid from pg_stat_activity where datname = $1', [
    database,
  ]);
  return rows.reduce((all, { pid }) => all + runTimeOf(pid), 0);
}

function runTimeOf(pid: number): number {
  // The first field has the nanoseconds on a CPU, the second those waiting for one.
  const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1000;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
