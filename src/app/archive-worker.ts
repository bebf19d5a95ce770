import {
  type ArchiveToRead,
  answerForArchive,
} from '#features/household/server/archive-answers.ts';
import { diskStore } from '#platform/server/storage/file-store.ts';
import { portablesWith } from './portables.ts';

/** The store is never used: the worker needs only the row formats. */
const PARTS = portablesWith({ store: diskStore(''), incoming: '' });

/**
 * Runs in a worker thread: opens and verifies an archive without blocking the requests of the
 * server.
 */
export const work = (task: ArchiveToRead) => answerForArchive(task, PARTS);
