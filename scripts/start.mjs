// npm start: installs, builds, and runs the server in this process. --demo: with demo data.
import { join } from 'node:path';
import { prepareDemoFolder } from './demo-folder.mjs';
import { main, root, Stopped, setUpServer, whenParentEnds } from './setup.mjs';

await main(async () => {
  const [first, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || (first !== undefined && first !== '--demo')) {
    throw new Stopped(`There is no such option: ${first === '--demo' ? rest[0] : first}.`);
  }
  await setUpServer();
  if (first === '--demo') prepareDemoFolder(join(root, '.cache', 'demo'));
  process.env.NODE_ENV ||= 'production';
  process.setSourceMapsEnabled(true);
  whenParentEnds(() => process.kill(process.pid, 'SIGTERM'));
  await import(new URL('../dist/server/server.js', import.meta.url).href);
});
