// Builds the product into dist/: the web client with Vite, the server with esbuild.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build as bundle } from 'esbuild';
import { build as buildWeb, createLogger } from 'vite';
import { writeCriticalStyles } from './critical-styles.mjs';
import { bundleServer, FOR_NODE } from './server-bundle.mjs';
import { root } from './setup.mjs';

const WEB = 'dist/web';
const SERVER = 'dist/server';
const COMPRESSED = ['.js', '.css', '.svg', '.json', '.webmanifest', '.txt', '.wasm'];

/**
 * Minimum size of a file to compress, in bytes. Compressing a smaller file would save no network
 * packet.
 */
const MIN_COMPRESSED_BYTES = 1000;

process.chdir(root);
// Tests and shells may set another value, with which Vite would make a development build that is
// twice as large.
process.env.NODE_ENV = 'production';
rmSync('dist/.built', { force: true });
await Promise.all([buildServer(), buildWeb({ logLevel: 'warn', customLogger: quietLogger() })]);
// The HEIC decoder is a separate file with its licence, because it is under the LGPL.
const licence = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/LICENSE');
cpSync(licence, join(WEB, 'assets', 'libheif-licence.txt'));
compress(WEB);
await writeCriticalStyles(WEB, SERVER);

/**
 * Returns a logger without an expected warning: the HEIC decoder names Node modules, which it uses
 * only in Node.
 */
function quietLogger() {
  const logger = createLogger('warn');
  const { warn } = logger;
  logger.warn = (message, options) => {
    if (!/externalized for browser compatibility.*libheif/s.test(message)) warn(message, options);
  };
  return logger;
}

async function buildServer() {
  await bundleServer(SERVER);
  await bundle({
    entryPoints: { 'render-home': 'src/app/render-home.tsx' },
    ...FOR_NODE,
    outdir: SERVER,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    // The build of React for web APIs, because it imports no Node module.
    alias: { 'react-dom/server': 'react-dom/server.edge' },
    loader: { '.css': 'empty' },
    plugins: [{ name: 'as-vite', setup: importAsVite }],
    minify: true,
  });
}

/**
 * Resolves the kinds of imports that Vite supports: files imported as text, and dynamic imports.
 * Dynamic imports stay external, because rendering does not wait for them.
 */
function importAsVite(build) {
  build.onResolve({ filter: /./ }, ({ kind, path }) =>
    kind === 'dynamic-import' ? { path, external: true } : undefined,
  );
  build.onResolve({ filter: /\?raw$/ }, async ({ path, kind, importer, resolveDir }) => {
    const file = await build.resolve(path.replace('?raw', ''), { kind, importer, resolveDir });
    return { path: file.path, namespace: 'raw' };
  });
  build.onLoad({ filter: /./, namespace: 'raw' }, ({ path }) => ({
    contents: readFileSync(path, 'utf8'),
    loader: 'text',
  }));
}

/**
 * Writes a .br and a .gz copy of each text file, so that the server does not compress at runtime.
 */
function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) compress(path);
    else if (COMPRESSED.includes(extname(entry.name))) compressFile(path);
  }
}

function compressFile(path) {
  const content = readFileSync(path);
  if (content.length < MIN_COMPRESSED_BYTES) return;
  const quality = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    // Block size as a power of two: 2^20 bytes. A larger block makes a large script about 100 bytes
    // smaller.
    [constants.BROTLI_PARAM_LGBLOCK]: 20,
  };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: quality }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
}
