// npm run dev: restarts the server and reloads the page when the sources change. Open Vite's
// address.
import { spawn } from 'node:child_process';
import { install, main, printLine, whenParentEnds } from './setup.mjs';

await main(async () => {
  await install();
  const port = process.env.PORT ?? '3000';
  const children = [
    spawnNode([
      'node_modules/tsx/dist/cli.mjs',
      'watch',
      '--clear-screen=false',
      'src/app/server.ts',
    ]),
    spawnNode(['node_modules/vite/bin/vite.js', '--clearScreen', 'false']),
  ];
  printLine(`The server answers at port ${port}; open the address that Vite prints below.`);
  stopTogether(children);
});

function spawnNode(given) {
  return spawn(process.execPath, given, { stdio: 'inherit' });
}

/** Stops all child processes when one of them ends or this process receives a signal. */
function stopTogether(children) {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    for (const child of children) child.kill('SIGTERM');
  };
  whenParentEnds(stop);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  for (const child of children) {
    child.once('close', (code) => {
      if (!stopping) process.exitCode = code ?? 1;
      stop();
    });
  }
}
