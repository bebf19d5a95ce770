import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FirstScreen } from '#platform/server/http/first-answers.ts';
import { NOBODY_OUTSIDE } from '#testing/outside.ts';
import { type TestServer, testServer } from '#testing/test-server.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';

const PAGE =
  '<!doctype html><html><body><meta nonce="__NONCE__"><div id="root"></div></body></html>';

/** The Accept header of a browser navigation. */
export const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Runs the whole product with a page in which the responses of `firstScreen` are embedded. */
export async function serverOfPages(firstScreen: FirstScreen): Promise<TestServer> {
  const webRoot = mkdtempSync(join(tmpdir(), 'first-screen-'));
  writeFileSync(join(webRoot, 'index.html'), PAGE);
  const features = featuresFor(readConfig({}), { outside: NOBODY_OUTSIDE });
  const server = await testServer(features, {}, undefined, undefined, { webRoot, firstScreen });
  return {
    ...server,
    async close() {
      await server.close();
      rmSync(webRoot, { recursive: true });
    },
  };
}
