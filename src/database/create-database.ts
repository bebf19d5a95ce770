import { mkdirSync } from 'node:fs';
import { openFolder } from './engine.ts';

// The program of a child process: makes the database in the folder that it is given, and ends.
const folder = process.argv[2];
if (!folder) throw new Error('Usage: prepare FOLDER');
mkdirSync(folder, { mode: 0o700 });
const pglite = await openFolder(folder);
await pglite.close();
