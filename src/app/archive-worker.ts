import {
  type ArchiveToRead,
  answerForArchive,
} from '#features/household/server/archive-answers.ts';
import { diskStore } from '#kit/server/storage/file-store.ts';
import { portablesWith } from './portables.ts';

/** Nothing is stored by a worker: it only knows what the rows of each part must be. */
const PARTS = portablesWith({ store: diskStore(''), incoming: '' });

/** What a worker thread does: an archive is opened and verified apart from everybody's answers. */
export const work = (task: ArchiveToRead) => answerForArchive(task, PARTS);
