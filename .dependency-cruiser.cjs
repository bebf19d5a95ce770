// Import rules as path patterns, so that they apply to a new feature as soon as its folder exists.
const { join } = require('node:path');

const TEST = '[.]test[.]tsx?$|[.-]testing[.]ts$|/testing[a-z-]*[.]ts$|^scripts/testing/|^tests/';
const WEB = '^src/.+/web/|^src/app/.+[.]tsx$|^src/app/screens/';
const SERVER = '^src/.+/server/|/server[.]ts$|^src/database/';
const LOOSE = '^src/features/[^/]+/(domain/)?[^/]+[.]ts$';
const SHARED_PACKAGES = 'node_modules/(zod|temporal-polyfill)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or three.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'Nothing imports this and it imports nothing: it is forgotten.',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: `${TEST}|[.]d[.]ts$` },
      to: {},
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|[?]raw$' },
    },
    {
      name: 'down-a-layer-platform',
      comment: 'The platform knows no product words: pass what it needs as an argument.',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/(features|app|cli)/' },
    },
    {
      name: 'platform-knows-the-database-by-type',
      comment:
        'The platform is handed a database; it imports its types alone, and the table of jobs, which is its own.',
      severity: 'error',
      from: { path: '^src/platform/', pathNot: TEST },
      to: {
        path: '^src/database/',
        pathNot: '^src/database/schema/jobs[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'down-a-layer-database',
      comment: 'The database lies below everything and imports none of it.',
      severity: 'error',
      from: { path: '^src/database/' },
      to: { path: '^src/(platform|features|app|cli)/' },
    },
    {
      name: 'down-a-layer-features',
      comment: 'A feature is imported by the application, never the other way round.',
      severity: 'error',
      from: { path: '^src/features/' },
      to: { path: '^src/(app|cli)/' },
    },
    {
      name: 'web-never-sees-server',
      comment: 'Not even its types, not even on a detour: share through contract.ts.',
      severity: 'error',
      from: { path: WEB, pathNot: TEST },
      to: { path: SERVER, reachable: true },
    },
    {
      name: 'server-never-sees-web',
      severity: 'error',
      from: { path: SERVER },
      to: { path: WEB },
    },
    {
      name: 'web-never-sees-node',
      severity: 'error',
      from: { path: WEB, pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'loose-files-are-shared',
      comment: 'They run on both sides, so they see shared files and zod, and nothing else.',
      severity: 'error',
      from: { path: `${LOOSE}|^src/platform/shared/`, pathNot: `/server[.]ts$|${TEST}` },
      to: { pathNot: `^src/platform/shared/|${LOOSE}|${SHARED_PACKAGES}` },
    },
    {
      name: 'loose-files-never-see-server',
      severity: 'error',
      from: { path: `${LOOSE}|^src/platform/shared/`, pathNot: `/server[.]ts$|${TEST}` },
      to: { path: '/server[.]ts$' },
    },
    {
      name: 'features-meet-in-screens',
      comment:
        'Of the web side of another feature only queries.ts: place both components in a screen.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/web/' },
      to: { path: '^src/features/[^/]+/web/', pathNot: '^src/features/$1/|/web/queries[.]ts$' },
    },
    {
      name: 'features-meet-at-the-front-door',
      comment: 'Of the server side of another feature only server.ts.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/', pathNot: TEST },
      to: { path: '^src/features/[^/]+/server/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: 'the-server-runs-without-development-packages',
      severity: 'error',
      from: { path: `${SERVER}|^src/app/[^/]+[.]ts$|^src/cli/`, pathNot: TEST },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type imports count too, because using a type is a dependency.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: join(__dirname, 'tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
