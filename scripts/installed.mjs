#!/usr/bin/env node
// grand …: the commands of an installed package, without the development commands.
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { prepareDemoFolder } from './demo-folder.mjs';
import { main, printLine, refuseOldNode, Stopped } from './setup.mjs';

const BUILT = fileURLToPath(new URL('../dist/server', import.meta.url));

await main(async () => {
  refuseOldNode();
  const [name, ...rest] = process.argv.slice(2);
  if (!existsSync(join(BUILT, 'server.js'))) throw new Stopped('It is not built: npm start does.');
  const isServer = name === 'start' || name === 'demo';
  if (isServer && rest.length > 0) throw new Stopped(`There is no such option: ${rest[0]}.`);
  process.env.NODE_ENV ||= 'production';
  if (name === 'demo') prepareDemoFolder(join(tmpdir(), 'grand-app-demo'));
  process.env.DATA_DIR ||= usualFolder();
  if (name === 'start') printLine(`Data lies in ${process.env.DATA_DIR}`);
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(join(BUILT, isServer ? 'server.js' : 'grand.js')).href);
});

/**
 * Returns the data folder of the current user, as the XDG base directories define it. It does not
 * depend on the working directory, and it is outside of the package, which an update replaces.
 */
function usualFolder() {
  const { XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  const home = XDG_DATA_HOME || LOCALAPPDATA || join(homedir(), '.local', 'share');
  return join(home, 'grand-app');
}
