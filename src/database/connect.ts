import type { Database, LogSentence } from './database.ts';

export type { Database, Db, Following, HouseholdRead, Listener, Replica } from './database.ts';

export interface ConnectOptions {
  /** URL of a PostgreSQL server. Without it the database is embedded. */
  databaseUrl?: string | undefined;
  /**
   * URL of the same server without the pooler. Required if `databaseUrl` leads to a pooler in
   * transaction mode, because some work needs a separate session.
   */
  databaseDirectUrl?: string | undefined;
  /** URL of a hot standby of the PostgreSQL server, for long reads. */
  databaseReplicaUrl?: string | undefined;
  /**
   * URL of a NATS server, through which the processes that share a PostgreSQL server notify each
   * other of changes.
   */
  natsUrl?: string | undefined;
  /**
   * Data folder. It contains the embedded database in `database`, and the copies made before
   * updates.
   */
  dataDir: string;
  /**
   * True if a PostgreSQL database must be dumped before a migration. Skipped if this machine has no
   * suitable `pg_dump` or too little disk space.
   */
  isDumpedFirst?: boolean | undefined;
  /**
   * Tests: a migrated embedded database that is loaded into memory instead of opening the folder.
   */
  snapshot?: Blob | undefined;
  /** Tests: the hash of the last migration to run, to create the schema of an earlier version. */
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
