import type { Database, LogSentence } from './database.ts';

export type { Database, Db, Following, HouseholdRead, Listener, Replica } from './database.ts';

export interface ConnectOptions {
  /** URL of a PostgreSQL server. Without it the database is embedded. */
  databaseUrl?: string | undefined;
  /**
   * URL of the same server without the pooler, for work that needs a session. Required if
   * `databaseUrl` points to a pooler in transaction mode.
   */
  databaseDirectUrl?: string | undefined;
  /** URL of a hot standby of that server, for long reads. */
  databaseReplicaUrl?: string | undefined;
  /** URL of a NATS server that notifies the other processes on one PostgreSQL server of changes. */
  natsUrl?: string | undefined;
  /** Contains the embedded database in `database`, and the copies made before an update. */
  dataDir: string;
  /**
   * True if a PostgreSQL database is dumped before a migration. Skipped where this machine cannot
   * do it.
   */
  isDumpedFirst?: boolean | undefined;
  /** Tests: a migrated embedded database to load into memory, instead of the folder. */
  snapshot?: Blob | undefined;
  /** Tests: the hash of the last migration to run, as in an earlier version. */
  upTo?: string | undefined;
  log?: LogSentence | undefined;
}

/** Resolves when the NATS server answers; rejects with an error for the operator. */
export async function pingNats(natsUrl: string): Promise<void> {
  const { connectTo } = await import('./nats-carrier.ts');
  await (await connectTo(natsUrl, 3_000)).close();
}

/**
 * Opens the database, creating and migrating it if necessary. Loads only the driver that is needed.
 * Rejects with `FolderInUse` or `UnusableDatabase`; their messages are for the operator.
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
