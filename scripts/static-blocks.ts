import { transform } from 'esbuild';
import type { Plugin } from 'vite';

/**
 * Transpiles static class blocks, which React Aria uses and Safari supports only since 16.4. Of
 * ES2022, the oldest supported browsers lack only these blocks; a lower target in Vite would
 * transpile private fields as well.
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
