import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Beasties from 'beasties';

/**
 * Selectors that are always included, because states of the home screen need them that the sample
 * does not contain.
 */
const ALWAYS = /[.](home|tile|weather|icon|skeleton|after-a-moment|sr-only|key-|forced-border)/;

const SAMPLE = {
  '/api/auth/user': { id: 'elder', role: 'user' },
  '/api/settings': { appName: 'Grand App', timezone: 'America/New_York' },
  '/api/home-buttons': [
    { id: '1', buttonKey: 'photos', label: 'Photos', route: '/photos', order: 1, isEnabled: true },
  ],
  '/api/accessibility': [{ userId: 'elder', holdMs: 0, textSize: 100 }],
};

/**
 * Critical CSS: extracts the rules that the rendered home screen needs from the built style sheet,
 * so that it can be shown before the sheet is loaded. Writes `render-home.css` next to the
 * renderer, which must be built already.
 */
export async function writeCriticalStyles(web, server) {
  const page = readFileSync(join(web, 'index.html'), 'utf8');
  const [link] = /<link rel="stylesheet"[^>]*>/.exec(page) ?? [];
  const { renderHome } = await import(pathToFileURL(resolve(server, 'render-home.js')).href);
  const home = renderHome(SAMPLE, new Date());
  // Without this check an empty sample would go unnoticed, because the rules in `ALWAYS` are always
  // included.
  if (!home) throw new Error('The home screen of the sample is not rendered.');
  const beasties = new Beasties({
    path: web,
    allowRules: [ALWAYS],
    // Off, because Beasties cannot detect fonts that are named in CSS variables.
    fonts: false,
    preload: false,
    logLevel: 'warn',
  });
  const made = await beasties.process(
    `<html lang="en"><head>${link}</head><body><div id="root">${home.html}</div></body></html>`,
  );
  const styles = [...made.matchAll(/<style>(.*?)<\/style>/gs)].map(([, rules]) => rules).join('');
  if (!/[.]home-clock\{/.test(styles)) throw new Error('The home screen has no critical styles.');
  const [, href] = /href="([^"]*)"/.exec(link) ?? [];
  const fonts = readFileSync(join(web, href), 'utf8').match(/@font-face\{[^}]*\}/g) ?? [];
  writeFileSync(join(server, 'render-home.css'), fonts.join('') + styles);
}
