import { transform } from 'esbuild';
import type { Plugin } from 'vite';

/**
 * Lowers static blocks of classes, which Safari has from 16.4 on and React Aria uses. It is all of
 * ES2022 that the oldest supported browsers lack; a target of Vite would lower private fields with it.
 */
export function withoutStaticBlocks(): Plugin {
  return {
    name: 'without-static-blocks',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !/\bstatic\s*\{/.test(file.code)) continue;
        const { code } = await transform(file.code, {
          format: 'esm',
          target: 'es2022',
          supported: { 'class-static-blocks': false },
          minify: true,
        });
        file.code = code;
      }
    },
  };
}
