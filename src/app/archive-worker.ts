import {
  type ArchiveToRead,
  answerForArchive,
} from '#features/household/server/archive-answers.ts';
import { diskStore } from '#platform/server/storage/file-store.ts';
import { portablesWith } from './portables.ts';

/** The worker stores nothing; it only needs the row formats of each part. */
const PARTS = portablesWith({ store: diskStore(''), incoming: '' });

/**
 * Runs in a worker thread: opens and verifies an archive without blocking the requests of the
 * server.
 */
export const work = (task: ArchiveToRead) => answerForArchive(task, PARTS);
