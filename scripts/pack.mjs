// Before and after `npm pack`: what an archive needs beside the sources' own files. `pin` alone takes
// what is installed as it is.
import { copyFileSync } from 'node:fs';
import { build, install, main, PINNED, unpin } from './setup.mjs';

await main(async () => {
  const [step] = process.argv.slice(2);
  if (step === 'after') return unpin();
  if (step !== 'pin') await install();
  await build();
  // The lock file, by the one name under which npm packs it.
  copyFileSync('package-lock.json', PINNED);
});
