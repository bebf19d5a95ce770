// Runs before and after `npm pack` and creates the files that the package contains in addition to
// the sources. `pin` does so without installing dependencies.
import { copyFileSync } from 'node:fs';
import { build, install, main, PINNED, unpin } from './setup.mjs';

await main(async () => {
  const [step] = process.argv.slice(2);
  if (step === 'after') return unpin();
  if (step !== 'pin') await install();
  await build();
  // npm includes a lock file in the package only under this name.
  copyFileSync('package-lock.json', PINNED);
});
