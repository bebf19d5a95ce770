import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findPostgres } from './tests/support/postgres.ts';

const postgres = findPostgres();
if (!postgres && process.env.CI) {
  throw new Error(
    'In CI the tests need a PostgreSQL server: install one or set TEST_DATABASE_URL.',
  );
}

/**
 * `npm test -- full` runs every test that needs a database on both kinds. Otherwise PostgreSQL, if
 * available, runs all, and the embedded database only its own tests and those of alarms, dose logs
 * and alerts.
 */
const isFull = process.env.TEST_FULL !== undefined || !postgres;

/** Settings of every project. */
const common: TestProjectInlineConfiguration['test'] = {
  // Shares modules between the test files of a worker, because loading them takes longer than most
  // tests.
  isolate: false,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
};

/** Tests that need a database. */
const server: TestProjectInlineConfiguration['test'] & { include: string[]; exclude: string[] } = {
  ...common,
  include: [
    'src/**/server.test.ts',
    'src/**/server/**/*.test.ts',
    'src/database/**/*.test.ts',
    'tests/**/*.test.ts',
    'src/app/**/*.test.ts',
    'src/cli/**/*.test.ts',
  ],
  exclude: ['src/**/web/**'],
  environment: 'node',
  // Timeout for a hanging test; a shared machine may be many times slower.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  globalSetup: ['tests/support/database-setup.ts', 'tests/support/bundle-setup.ts'],
};

/** Tests of the embedded database itself. */
const embeddedOnly = [
  'src/database/durability.test.ts',
  'src/database/engine-thread.test.ts',
  'src/database/migration-snapshot.test.ts',
  'src/database/lock.test.ts',
  'tests/system/bombs.test.ts',
  'tests/system/crash.test.ts',
  'tests/system/care-crash.test.ts',
  'tests/system/package.test.ts',
];

/** Tests that always run on the embedded database, in addition to its own. */
const onBoth = [
  'src/database/**/*.test.ts',
  'src/cli/**/*.test.ts',
  'src/platform/server/jobs/{bulkhead,leases,queue,scheduler,together,work-items}.test.ts',
  // Some of these tests send every writing request; a nested transaction would never end on the
  // embedded database.
  'tests/system/{answers-after-writes,bombs,care-crash,crash,failing-households,forced-wall,household,household-archive,household-deletion,household-import,household-under-way,package,parts,removed-people,restored-people,restore-ends,second-wall,stopping,upgrades}.test.ts',
  'src/app/demo.test.ts',
  ...['server.test.ts', 'server/**/*.test.ts'].map(
    (tests) =>
      `src/features/{alarm-tests,alerts,away,backup,household,measures,medications,search,stock,today}/${tests}`,
  ),
];

/** Files in these folders that do not use a database. */
const withoutRows = ['src/features/backup/server/offsite.test.ts'];

/** Tests of a PostgreSQL server. */
const postgresOnly = [
  'src/database/announcements.test.ts',
  'src/database/dump-before-migration.test.ts',
  'src/database/former-keys.test.ts',
  'src/database/migration-killed.test.ts',
  'src/database/nats-carrier.test.ts',
  'src/database/pooler-start.test.ts',
  'src/database/pooler.test.ts',
  'src/database/postgres.test.ts',
  'src/database/standby-start.test.ts',
  'src/database/standby.test.ts',
  'tests/system/database-gone.test.ts',
  'tests/system/nats-servers.test.ts',
  'tests/system/pooler-servers.test.ts',
  'tests/system/replica-servers.test.ts',
  'tests/system/restore-beside-servers.test.ts',
  'tests/system/session-settings.test.ts',
  'tests/system/several-servers.test.ts',
  'tests/system/rolling-restart.test.ts',
];

/** Tests that need a DOM, which takes longer to create than most of them to run. */
const web = ['src/**/*.test.tsx', 'tests/**/*.test.tsx'];

/** A renamed file would run in the wrong project without notice. */
const gone = [...embeddedOnly, ...withoutRows, ...postgresOnly].filter((file) => !existsSync(file));
if (gone.length > 0) throw new Error(`The lists name what is not there: ${gone.join(', ')}`);

const projects: TestProjectInlineConfiguration[] = [
  {
    test: {
      ...common,
      name: 'rules',
      include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
      exclude: server.include,
      environment: 'node',
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  },
  {
    test: {
      ...common,
      name: 'web',
      include: web,
      environment: 'jsdom',
      setupFiles: ['tests/support/web/browser-setup.ts'],
      testTimeout: 15_000,
    },
    plugins: [react()],
  },
  {
    test: {
      ...server,
      name: 'server-embedded',
      include: isFull ? server.include : onBoth,
      exclude: [
        ...server.exclude,
        '**/*.test.tsx',
        ...postgresOnly,
        ...(isFull ? [] : withoutRows),
      ],
    },
  },
  ...(postgres
    ? [
        {
          test: {
            ...server,
            name: 'server-postgres',
            exclude: [...server.exclude, ...embeddedOnly],
          },
        },
      ]
    : []),
];

export default defineConfig({
  test: {
    projects,
    pool: 'forks',
    // More workers than the two cores of a small machine, because a test spends a third of its time
    // waiting.
    maxWorkers: 3,
  },
});
