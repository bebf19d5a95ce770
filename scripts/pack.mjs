// Before and after `npm pack`: what an archive needs beside the sources' own files. `pin` alone takes
// what is installed as it is.
import { readFileSync, writeFileSync } from 'node:fs';
import { build, install, main, PINNED, unpin } from './setup.mjs';

await main(async () => {
  const [step] = process.argv.slice(2);
  if (step === 'after') return unpin();
  if (step !== 'pin') await install();
  await build();
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  writeFileSync(PINNED, JSON.stringify(withoutTools(lock)));
});

/** The lock file without what builds and tests: that is not installed with an archive. */
function withoutTools({ packages, ...lock }) {
  const kept = Object.entries(packages).filter(([, { dev }]) => !dev);
  const { devDependencies: _, ...self } = packages[''];
  return { ...lock, packages: { ...Object.fromEntries(kept), '': self } };
}
