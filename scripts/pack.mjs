// Runs before and after `npm pack` and prepares what the archive needs besides the sources. `pin`
// skips the installation.
import { copyFileSync } from 'node:fs';
import { build, install, main, PINNED, unpin } from './setup.mjs';

await main(async () => {
  const [step] = process.argv.slice(2);
  if (step === 'after') return unpin();
  if (step !== 'pin') await install();
  await build();
  // npm includes a lock file only under this name.
  copyFileSync('package-lock.json', PINNED);
});
