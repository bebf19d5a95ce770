import type pg from 'pg';
import { databaseCpu } from './database-cpu.ts';
import type { MeasuredServer } from './measured-server.ts';

/** A server with its own database, which is compared with other servers. */
export interface Subject {
  readonly name: string;
  readonly server: MeasuredServer;
  readonly database: string;
}

/** CPU time of the server and of its database, in microseconds. */
export interface Cost {
  readonly node: number;
  readonly database: number;
}

/** Measures the CPU that work costs the server and its database. */
export async function costOf(
  { server, database }: Subject,
  client: pg.Client,
  work: () => Promise<void>,
): Promise<Cost> {
  const before = [await server.used(), await databaseCpu(database, client)] as const;
  await work();
  return {
    node: (await server.used()).cpu - before[0].cpu,
    database: (await databaseCpu(database, client)) - before[1],
  };
}

export function sum(cost: Cost | undefined): number {
  return cost === undefined ? Number.NaN : cost.node + cost.database;
}
