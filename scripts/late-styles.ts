import type { Plugin } from 'vite';

/** Code with which Vite's helper adds the style sheet of a lazy chunk to the page. */
const INTO_HEAD = 'document.head.appendChild(';

/**
 * Adds the style sheets of lazy chunks to the end of `body` instead of `head`. On the rendered home
 * screen the main sheet is at the end of `body`, and of two equally specific rules the later one
 * applies.
 */
export function lateStyles(): Plugin {
  return {
    name: 'late-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const helpers = Object.values(bundle).filter(
        (file) => file.type === 'chunk' && file.code.includes(INTO_HEAD),
      );
      const [helper] = helpers;
      if (helper?.type !== 'chunk' || helpers.length > 1) {
        throw new Error("Vite's helper for style sheets was not found, or more than once");
      }
      helper.code = helper.code.replace(INTO_HEAD, 'document.body.appendChild(');
    },
  };
}
