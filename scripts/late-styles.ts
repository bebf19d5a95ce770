import type { Plugin } from 'vite';

/** Code in Vite's helper that adds the style sheet of a lazy chunk to the page. */
const INTO_HEAD = 'document.head.appendChild(';

/**
 * Adds the style sheets of lazy chunks at the end of `body` instead of `head`. On the
 * server-rendered home screen the main style sheet is at the end of `body`, and of two equally
 * specific rules the one in the later sheet applies.
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
