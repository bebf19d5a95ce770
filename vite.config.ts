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

/**
 * Configuration of the web client. The product's server delivers the page, in development through
 * the proxy.
 */
export default defineConfig({
  // The panel is in English only, so React Aria's texts in thirty other languages are excluded.
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
    // Replaces a polyfill for React before version 18; React has the function since.
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
  },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // The content security policy forbids inlined `data:` files.
    assetsInlineLimit: 0,
    // A preload list for each lazy screen would enlarge the first screen's JavaScript. So only
    // style sheets are listed, and all files of a section; other files are found by the imports of
    // each file.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'js' ? files.filter((each) => isPreloaded(each, file)) : files,
    },
    // Targets the oldest supported browsers (docs/browsers.md), together with
    // `withoutStaticBlocks`.
    target: 'es2022',
    cssTarget: ['chrome103', 'safari15.6', 'firefox115'],
    // hls.js is one file of 580 kB, loaded only to play a stream in a browser that cannot.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // Disables a warning in each build that Terser is slow.
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: chunks() } },
    },
  },
  server: {
    // Keeps the browser's host, because the server rejects cross-origin requests.
    proxy: Object.fromEntries(
      ['/api', '/uploads', '/calendar', '/healthz', '/readyz', '/metrics'].map((path) => [
        path,
        { target: server, changeOrigin: false },
      ]),
    ),
  },
});
