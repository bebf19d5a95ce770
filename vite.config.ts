import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'esbuild';
import { defineConfig, type Plugin } from 'vite';

const server = `http://localhost:${process.env.PORT ?? 3000}`;

/** The web side. The page is served by the product's own server, in development through the proxy. */
export default defineConfig({
  plugins: [react(), tailwindcss(), serviceWorker()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // A file inlined as data: would be refused by the page's own security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: {
    // The host stays the browser's own, or the server would take its calls for another site's.
    proxy: Object.fromEntries(
      ['/api', '/uploads', '/calendar', '/healthz', '/readyz', '/metrics'].map((path) => [
        path,
        { target: server, changeOrigin: false },
      ]),
    ),
  },
});

/** One file at the root, under a name that stays: its address says which pages it serves. */
function serviceWorker(): Plugin {
  const fileName = 'service-worker.js';
  const bundle = async (minify: boolean) => {
    const { outputFiles } = await build({
      entryPoints: ['src/app/service-worker.ts'],
      bundle: true,
      format: 'iife',
      target: 'es2022',
      minify,
      write: false,
    });
    return outputFiles[0]?.text ?? '';
  };
  return {
    name: 'service-worker',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await bundle(true) });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${fileName}`, (_request, response) => {
        void bundle(false).then((source) => {
          response.setHeader('Content-Type', 'text/javascript');
          response.end(source);
        });
      });
    },
  };
}
