import { readdirSync, readFileSync, statSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';

/** Format of V8; times between samples in microseconds. */
const cpuProfile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string(),
        lineNumber: z.number(),
        columnNumber: z.number(),
      }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});
type Frame = z.infer<typeof cpuProfile>['nodes'][number]['callFrame'];

/** Maximum lines of each list. */
const MOST = 24;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Seconds to skip at the beginning, which exclude the start of the server. */
    after: { type: 'string', default: '0' },
  },
});

/**
 * Prints the CPU profiles of servers that `BENCH_CPU_PROFILE=FOLDER npm run bench -- NAME` has
 * recorded.
 */
function tell(folder: string, after: number): void {
  const files = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'));
  for (const file of files) {
    const path = join(folder, file);
    const profile = cpuProfile.parse(JSON.parse(readFileSync(path, 'utf8')));
    const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
    const parts = new Map<string, number>();
    const functions = new Map<string, number>();
    let [busy, life] = [0, 0];
    profile.samples.forEach((id, at) => {
      const frame = frames.get(id);
      const ms = (profile.timeDeltas[at] ?? 0) / 1000;
      life += ms;
      if (life < after * 1000) return;
      if (frame === undefined || frame.functionName === '(idle)') return;
      busy += ms;
      const { part, name } = placeOf(frame);
      parts.set(part, (parts.get(part) ?? 0) + ms);
      functions.set(name, (functions.get(name) ?? 0) + ms);
    });
    say(
      `${file}, ${(statSync(path).size / 1e6).toFixed(1)} MB: ${busy.toFixed(0)} ms of the main thread`,
    );
    for (const shares of [parts, functions]) {
      say('');
      const all = [...shares].toSorted(([, one], [, other]) => other - one).slice(0, MOST);
      for (const [name, ms] of all)
        say(`  ${((ms / busy) * 100).toFixed(1).padStart(5)} %  ${name}`);
    }
  }
}

/** Returns the package, the part of Node, or the folder of the product that contains a function. */
function placeOf({ functionName, url, lineNumber, columnNumber }: Frame) {
  const name = functionName || '(anonymous)';
  if (url === '') return { part: name, name };
  if (url.startsWith('node:')) return { part: 'Node', name: `${name}, ${url}` };
  const path = relative('.', fileURLToPath(url));
  const [, scope, inside] =
    /node_modules\/(@[^/]+\/[^/]+|[^/]+)\/(?!.*node_modules)(.*)/.exec(path) ?? [];
  if (scope !== undefined) return { part: scope, name: `${name}, ${scope}/${inside}` };
  const source = sourceOf(path, lineNumber, columnNumber);
  const part = source.split('/').slice(0, 3).join('/');
  return { part, name: `${name}, ${source}` };
}

const maps = new Map<string, SourceMap | undefined>();

/** Returns the source file of bundled code. */
function sourceOf(path: string, line: number, column: number): string {
  if (!maps.has(path)) maps.set(path, mapOf(path));
  const entry = maps.get(path)?.findEntry(line, column);
  if (entry === undefined || !('originalSource' in entry)) return path;
  return normalize(join(path, '..', entry.originalSource));
}

function mapOf(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const [folder] = positionals;
if (folder === undefined) throw new Error('Which folder? npm run bench -- profile FOLDER');
tell(folder, Number(values.after));
