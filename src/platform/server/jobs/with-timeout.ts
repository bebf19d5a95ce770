/**
 * Adds a timeout: rejects with `sentence` after `ms` milliseconds. The work itself continues, and
 * its later failure is ignored.
 */
export async function withTimeout<T>(ms: number, sentence: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(sentence)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
