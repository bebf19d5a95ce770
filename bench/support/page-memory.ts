import type { Page } from '@playwright/test';
import { z } from 'zod';

/** Memory of a page after garbage collection. */
export interface MemorySample {
  /** JavaScript heap in bytes: objects and compiled code. */
  readonly heap: number;
  /** Number of DOM nodes, including detached ones. */
  readonly nodes: number;
  readonly listeners: number;
}

export interface PageMemory {
  sample(): Promise<MemorySample>;
  /**
   * Bytes of the heap that values of the page use; the rest is compiled code and profiling data of
   * the engine. Takes a second or two.
   */
  values(): Promise<number>;
}

/** Node types of values in a heap snapshot. */
const VALUES = new Set([
  'array',
  'string',
  'object',
  'closure',
  'regexp',
  'number',
  'symbol',
  'bigint',
  'concatenated string',
  'sliced string',
  'object shape',
]);

/** The used part of a snapshot; the first entry of `node_types` contains the type names. */
const snapshotFile = z.object({
  snapshot: z.object({
    meta: z.object({ node_fields: z.array(z.string()), node_types: z.array(z.unknown()) }),
  }),
  nodes: z.array(z.number()),
});

export async function watchMemory(page: Page): Promise<PageMemory> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return {
    async sample() {
      // Objects with finalizers are freed only by the second collection.
      await session.send('HeapProfiler.collectGarbage');
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize: heap } = await session.send('Runtime.getHeapUsage');
      const { metrics } = await session.send('Performance.getMetrics');
      const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
      return { heap, nodes: of('Nodes'), listeners: of('JSEventListeners') };
    },
    async values() {
      const chunks: string[] = [];
      const hear = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
      session.on('HeapProfiler.addHeapSnapshotChunk', hear);
      await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
      session.off('HeapProfiler.addHeapSnapshotChunk', hear);
      return valuesIn(snapshotFile.parse(JSON.parse(chunks.join(''))));
    },
  };
}

function valuesIn({ snapshot: { meta }, nodes }: z.infer<typeof snapshotFile>): number {
  const [types] = z
    .tuple([z.array(z.string())])
    .rest(z.unknown())
    .parse(meta.node_types);
  const type = meta.node_fields.indexOf('type');
  const size = meta.node_fields.indexOf('self_size');
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += meta.node_fields.length) {
    if (VALUES.has(types[nodes[at + type] ?? -1] ?? '')) bytes += nodes[at + size] ?? 0;
  }
  return bytes;
}
