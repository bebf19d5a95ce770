import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findPostgres } from './src/database/testing-postgres.ts';

const postgres = findPostgres();
if (!postgres && process.env.CI) {
  throw new Error(
    'In CI the tests need a PostgreSQL server: install one or set TEST_DATABASE_URL.',
  );
}

/** What needs a database: it runs on the embedded one, and on a PostgreSQL server where there is one. */
const server: TestProjectInlineConfiguration['test'] & { include: string[]; exclude: string[] } = {
  include: [
    'src/**/server.test.ts',
    'src/**/server/**/*.test.ts',
    'src/database/**/*.test.ts',
    'src/app/**/*.test.ts',
  ],
  exclude: ['src/**/web/**'],
  environment: 'node',
  testTimeout: 20_000,
  hookTimeout: 60_000,
  globalSetup: ['src/database/testing-setup.ts'],
};

/** What is about the embedded database itself. */
const embeddedOnly = [
  'src/database/durability.test.ts',
  'src/database/lock.test.ts',
  'src/app/crash.test.ts',
  'src/app/care-crash.test.ts',
];

/** What is about a PostgreSQL server. */
const postgresOnly = [
  'src/database/postgres.test.ts',
  'src/app/database-gone.test.ts',
  'src/app/several-servers.test.ts',
  'src/app/rolling-restart.test.ts',
];

const web = ['src/**/web/**/*.test.{ts,tsx}', 'src/app/**/*.test.tsx'];

const projects: TestProjectInlineConfiguration[] = [
  {
    test: {
      name: 'rules',
      include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
      exclude: [...server.include, ...web],
      environment: 'node',
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  },
  {
    test: {
      name: 'web',
      include: web,
      environment: 'jsdom',
      setupFiles: ['scripts/testing/browser-setup.ts'],
      testTimeout: 15_000,
    },
    plugins: [react()],
  },
  { test: { ...server, name: 'server-embedded', exclude: [...server.exclude, ...postgresOnly] } },
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
    maxWorkers: 2,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
