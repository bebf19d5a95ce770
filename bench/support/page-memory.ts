import type { Page } from '@playwright/test';
import { z } from 'zod';

/** What a page holds when its garbage has been collected. */
export interface MemorySample {
  /** JavaScript's, in bytes: objects, and what the engine keeps of code. */
  readonly heap: number;
  /** Of the DOM, those too that are in no document. */
  readonly nodes: number;
  readonly listeners: number;
}

export interface PageMemory {
  sample(): Promise<MemorySample>;
  /**
   * In bytes, what the page's own values take of its heap: the rest is compiled code and what the
   * engine noted for compiling. Takes a second or two.
   */
  values(): Promise<number>;
}

/** What a heap snapshot calls those. */
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

/** The part of a snapshot that is read; the first entry of `node_types` names the types. */
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
      // What a first collection leaves to finalizers is gone with the second.
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
