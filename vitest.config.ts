import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findPostgres } from './src/database/testing-postgres.ts';

const postgres = findPostgres();
if (!postgres && process.env.CI) {
  throw new Error(
    'In CI the tests need a PostgreSQL server: install one or set TEST_DATABASE_URL.',
  );
}

/**
 * The full cross: everything that needs a database on both kinds of it. Else a PostgreSQL server, where
 * there is one, runs it all, and the embedded database what is about it and what rings, logs or tells
 * of a dose. `npm test -- full`.
 */
const isFull = process.env.TEST_FULL !== undefined || !postgres;

/** Of every project. */
const common: TestProjectInlineConfiguration['test'] = {
  // Loading what is tested takes longer than most files' tests: it is loaded once by each worker.
  isolate: false,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
};

/** What needs a database. */
const server: TestProjectInlineConfiguration['test'] & { include: string[]; exclude: string[] } = {
  ...common,
  include: [
    'src/**/server.test.ts',
    'src/**/server/**/*.test.ts',
    'src/database/**/*.test.ts',
    'src/testing/**/*.test.ts',
    'src/app/**/*.test.ts',
  ],
  exclude: ['src/**/web/**'],
  environment: 'node',
  // Of what hangs: a shared machine may be many times slower than another.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  globalSetup: ['src/database/testing-setup.ts', 'src/testing/bundle-setup.ts'],
};

/** What is about the embedded database itself. */
const embeddedOnly = [
  'src/database/durability.test.ts',
  'src/database/engine-thread.test.ts',
  'src/database/kept-before-migration.test.ts',
  'src/database/lock.test.ts',
  'src/app/bombs.test.ts',
  'src/app/crash.test.ts',
  'src/app/care-crash.test.ts',
  'src/app/package.test.ts',
];

/** What runs on the embedded database each time, beside what is about itself. */
const onBoth = [
  'src/database/**/*.test.ts',
  'src/app/operator/**/*.test.ts',
  'src/kit/server/jobs/{bulkhead,pieces,queue,scheduler,together,turns}.test.ts',
  // Every call that writes is made once: a transaction inside another would wait for ever here.
  'src/app/{answers-after-writes,bombs,care-crash,crash,demo,failing-households,forced-wall,household,household-{archive,deletion,import,under-way},package,parts,removed-people,restored-people,restore-ends,second-wall,stopping,upgrades}.test.ts',
  ...['server.test.ts', 'server/**/*.test.ts'].map(
    (tests) =>
      `src/features/{alarm-tests,alerts,away,backup,household,measures,medications,search,stock,today}/${tests}`,
  ),
];

/** Of the folders above what stores nothing in a database. */
const withoutRows = ['src/features/backup/server/offsite.test.ts'];

/** What is about a PostgreSQL server. */
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
  'src/app/database-gone.test.ts',
  'src/app/nats-servers.test.ts',
  'src/app/pooler-servers.test.ts',
  'src/app/replica-servers.test.ts',
  'src/app/restore-beside-servers.test.ts',
  'src/app/session-settings.test.ts',
  'src/app/several-servers.test.ts',
  'src/app/rolling-restart.test.ts',
];

/** What needs a window, which takes longer to make than most of them to run. */
const web = ['src/**/*.test.tsx'];

/** A file that was renamed would run where it need not, or no longer where it must. */
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
      setupFiles: ['src/testing/web/browser-setup.ts'],
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
    // One more than the cores of a small machine: a third of the time a test waits for a database or a clock.
    maxWorkers: 3,
  },
});
