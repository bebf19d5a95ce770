import { mkdirSync } from 'node:fs';
import { openFolder } from './engine.ts';

// Program of a child process: creates the database in the given folder and exits.
const folder = process.argv[2];
if (!folder) throw new Error('Usage: prepare FOLDER');
mkdirSync(folder, { mode: 0o700 });
const pglite = await openFolder(folder);
await pglite.close();
