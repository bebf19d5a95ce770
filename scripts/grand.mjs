// npm run grand -- …: the operator's command line.
import { main, setUpServer } from './setup.mjs';

await main(async () => {
  await setUpServer();
  process.env.NODE_ENV ||= 'production';
  process.setSourceMapsEnabled(true);
  await import(new URL('../dist/server/grand.js', import.meta.url).href);
});
