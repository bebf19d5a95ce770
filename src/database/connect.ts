import type { Database, Say } from './database.ts';

export type { Database, Db, Following, HouseholdRead, Listener, Replica } from './database.ts';

export interface ConnectOptions {
  /** Of a PostgreSQL server; without it the database is embedded. */
  databaseUrl?: string | undefined;
  /** Past the pooler in transaction mode to which that leads: for what needs a session. */
  databaseDirectUrl?: string | undefined;
  /** A hot standby of that server, for what only reads and takes long. */
  databaseReplicaUrl?: string | undefined;
  /** Of a NATS server that tells the processes on one PostgreSQL server of changes. */
  natsUrl?: string | undefined;
  /** The embedded database lives in its folder `database`, and what is kept before an update beside it. */
  dataDir: string;
  /** Of a PostgreSQL server: it is dumped before a migration, where this machine can. */
  isDumpedFirst?: boolean | undefined;
  /** Tests: a migrated embedded database to load into memory, instead of the folder. */
  snapshot?: Blob | undefined;
  /** Tests: the hash of a migration; the database is brought no further, as by an earlier version. */
  upTo?: string | undefined;
  /** Nothing is said when it is missing. */
  log?: Say | undefined;
}

/** Resolves when the NATS server answers; rejects with a sentence for the operator. */
export async function pingNats(natsUrl: string): Promise<void> {
  const { connectTo } = await import('./nats-carrier.ts');
  await (await connectTo(natsUrl, 3_000)).close();
}

/**
 * Opens the database, made and migrated where that is due. Only the driver that is needed is loaded.
 * Rejects with a FolderInUse or UnusableDatabase whose message is a sentence for the operator.
 */
export async function connect(options: ConnectOptions): Promise<Database> {
  const { databaseUrl, natsUrl, dataDir, snapshot, upTo, log = () => undefined } = options;
  if (databaseUrl) {
    const { databaseDirectUrl: directUrl, databaseReplicaUrl: replicaUrl } = options;
    const { connectPostgres } = await import('./postgres.ts');
    const dumped = async (bytes: number) => {
      const { dumpBeforeMigration } = await import('./dump-before-migration.ts');
      return dumpBeforeMigration({
        databaseUrl: directUrl ?? databaseUrl,
        dataDir,
        bytes,
        now: new Date(),
      });
    };
    return connectPostgres(databaseUrl, {
      ...{ directUrl, replicaUrl, natsUrl, log, upTo },
      ...(options.isDumpedFirst && { dumped }),
    });
  }
  const { connectEmbedded, connectInMemory } = await import('./embedded.ts');
  return snapshot ? connectInMemory(snapshot) : connectEmbedded(dataDir, log, upTo);
}
