import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunks, isPreloaded } from './scripts/chunks.ts';
import { fontSubsets } from './scripts/font-subsets.ts';
import { lateStyles } from './scripts/late-styles.ts';
import { serviceWorker } from './scripts/service-worker.ts';
import { smallerHome } from './scripts/smaller-home.ts';
import { withoutStaticBlocks } from './scripts/static-blocks.ts';
import { viewportHeights } from './scripts/viewport-heights.ts';

const server = `http://localhost:${process.env.PORT ?? 3000}`;

/** The web side. The page is served by the product's own server, in development through the proxy. */
export default defineConfig({
  // The panel speaks English: the components' own words in thirty other languages stay out.
  plugins: [
    fontSubsets(),
    react(),
    tailwindcss(),
    serviceWorker(),
    lateStyles(),
    smallerHome(),
    withoutStaticBlocks(),
    optimizeLocales.vite({ locales: ['en-US'] }),
  ],
  css: { postcss: { plugins: [viewportHeights] } },
  resolve: {
    // The polyfill for Reacts before 18: React has it by itself.
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
  },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // A file inlined as data: would be refused by the page's own security policy.
    assetsInlineLimit: 0,
    // Lists of what each lazy screen imports would be a part of the first screen's JavaScript: only
    // the styles are told of, and the whole of a section; the rest is found by each file's own
    // imports.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'js' ? files.filter((each) => isPreloaded(each, file)) : files,
    },
    // For the oldest browsers that are supported (docs/browsers.md), with `withoutStaticBlocks`.
    target: 'es2022',
    cssTarget: ['chrome103', 'safari15.6', 'firefox115'],
    // hls.js is one file of 580 kB, loaded where a stream is played by a browser that cannot.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // Terser is slow; without this, each build would print a warning about it.
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: chunks() } },
    },
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
