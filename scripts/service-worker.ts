import { createHash } from 'node:crypto';
import { build } from 'esbuild';
import type { Plugin, Rolldown } from 'vite';
import { readNeeds } from '../src/platform/shared/page-needs.ts';

/** A constant file name at the root, because the path of a service worker defines its scope. */
const FILE_NAME = 'service-worker.js';

/**
 * Screens and modules that the service worker caches for an elder, in addition to those of the
 * entry.
 */
const ELDER_PARTS = [
  'src/app/screens/Activity.tsx',
  'src/app/screens/MyDay.tsx',
  'src/app/screens/Photos.tsx',
  'src/app/screens/account/Pair.tsx',
  'src/app/screens/start-from-kept.ts',
  'src/app/screens/tablet-data.ts',
  'src/features/accessibility/web/elder/apply-accessibility.ts',
  'src/features/measures/web/elder/MeasuresToday.tsx',
  'src/features/medications/web/elder/OfflineSync.tsx',
  'src/features/medications/web/elder/answer-doses.ts',
  'src/platform/web/offline/query-persistence.ts',
];

interface Shell {
  readonly version: string;
  readonly entry: string;
  readonly files: readonly string[];
  readonly needs: readonly string[];
}

/** Used in development, where nothing is cached. */
const NO_SHELL: Shell = { version: 'none', entry: '', files: [], needs: [] };

/** Builds the service worker, which contains the list of files to cache on the tablet. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    generateBundle: {
      // Runs last, after the page and its styles are written.
      order: 'post',
      async handler(_options, bundle) {
        const source = await bundleWorker(shellOf(bundle), true);
        this.emitFile({ type: 'asset', fileName: FILE_NAME, source });
      },
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FILE_NAME}`, (_request, response) => {
        void bundleWorker(NO_SHELL, false).then((source) => {
          response.setHeader('Content-Type', 'text/javascript');
          response.end(source);
        });
      });
    },
  };
}

async function bundleWorker(shell: Shell, minify: boolean): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['src/app/service-worker.ts'],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    define: { SHELL: JSON.stringify(shell) },
    minify,
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Lists the files of the entry and the elder's screens, with their styles and fonts. */
function shellOf(bundle: Rolldown.OutputBundle): Shell {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error('The build has no entry.');
  const parts = ELDER_PARTS.map((part) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${part}`)));
    if (chunk === undefined) throw new Error(`The build has no ${part}.`);
    return chunk;
  });
  const reached = new Set<Rolldown.OutputChunk>();
  const reach = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined || reached.has(chunk)) return;
    reached.add(chunk);
    for (const name of chunk.imports) reach(byName.get(name));
  };
  for (const chunk of [entry, ...parts]) reach(chunk);
  const styles = [...reached].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'));
  const files = [...new Set([...reached].map(({ fileName }) => fileName).concat(styles, fonts))];
  const page = bundle['index.html'];
  if (page?.type !== 'asset') throw new Error('The build has no page.');
  const html = String(page.source);
  const needs = readNeeds(html);
  if (needs.length === 0) throw new Error('The page has no check of what the browser has.');
  const hash = createHash('sha256').update(html);
  for (const name of files.sort()) hash.update(name);
  return {
    version: hash.digest('hex').slice(0, 16),
    entry: `/${entry.fileName}`,
    files: files.map((name) => `/${name}`),
    needs,
  };
}
