import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { serverBundle } from './server-bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the bundled server, for tests that start it as a process. */
    serverBundle: string;
  }
}

export async function setup(project: TestProject): Promise<() => void> {
  const { folder, remove } = await serverBundle();
  project.provide('serverBundle', folder);
  return remove;
}
