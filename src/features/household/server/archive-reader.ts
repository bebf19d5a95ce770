import type { Portable, Section } from '#platform/server/archive/portable.ts';
import type { WorkerPool } from '#platform/server/jobs/worker-pool.ts';
import { BeyondLimits } from '#platform/server/jobs/worker-protocol.ts';
import type { Refusal } from '#platform/shared/refusal.ts';
import { householdRefusal } from '../refusals.ts';
import type {
  ArchiveAnswer,
  ArchiveQuestion,
  ArchiveToRead,
  BatchedRow,
} from './archive-answers.ts';

/** The worker threads that read archives; the application supplies the parts with their rules. */
export type ArchiveReaders = WorkerPool<ArchiveToRead, void>;

/** A completely verified archive that is open in a worker. */
export interface Archive {
  /** Number of files that were missing when the archive was made. */
  readonly lostFiles: number;
  /** Yields all rows in the order of the import; batches are created on demand. */
  batches(): AsyncIterable<SectionBatch>;
  /** Writes the file `name` of the archive to the path `to`. */
  unpack(name: string, to: string): Promise<void>;
  close(): Promise<void>;
}

export interface SectionBatch {
  readonly section: Section;
  readonly rows: readonly BatchedRow[];
}

/**
 * Opens and verifies an archive in a worker. Refuses an invalid or too large archive with 400 and a
 * message.
 */
export async function readArchive(
  { path, limits }: Omit<ArchiveToRead, 'port'>,
  readers: ArchiveReaders,
  portables: readonly Portable[],
): Promise<Archive> {
  const talk = readers.talk<ArchiveQuestion, ArchiveAnswer>({ path, limits });
  const ask = async (question: ArchiveQuestion) => {
    try {
      return await talk.ask(question);
    } catch (error) {
      throw error instanceof BeyondLimits ? tooMuch(error) : error;
    }
  };
  try {
    const { lostFiles = 0 } = await ask({ ask: 'open' });
    return {
      lostFiles,
      async *batches() {
        for (;;) {
          const { batch } = await ask({ ask: 'batch' });
          if (batch === undefined) return;
          yield { section: sectionOf(portables, batch.part, batch.section), rows: batch.rows };
        }
      },
      async unpack(name, to) {
        await ask({ ask: 'file', name, to });
      },
      close: () => talk.end(),
    };
  } catch (error) {
    await talk.end();
    throw error;
  }
}

function sectionOf(portables: readonly Portable[], part: string, name: string): Section {
  const portable = portables.find((each) => each.name === part);
  const found = portable?.sections.find((section) => section.name === name);
  if (found === undefined) throw new Error(`there is no section ${name} of ${part}`);
  return found;
}

function tooMuch(cause: Error): Refusal {
  const sentence =
    'This download cannot be brought in: reading it takes more than the download of a household ever does.';
  return householdRefusal('download-too-large', sentence, { cause });
}
