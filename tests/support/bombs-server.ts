import { connect } from '#database/connect.ts';
import { outboundWith } from '#platform/server/outbound/fetch.ts';
import { buildApp } from '../../src/app/build-app.ts';
import { readConfig } from '../../src/app/config.ts';

/**
 * Program of a child process: runs the product's server, with one local server in place of all
 * external ones.
 */
async function serve(standIn: string): Promise<void> {
  const config = readConfig(process.env);
  const database = await connect(config);
  const app = await buildApp({
    config,
    database,
    now: () => new Date(),
    outside: outboundWith({ standIn }),
  });
  const url = await app.listen({ port: config.port, host: config.host });
  process.stdout.write(`Ready at ${url}\n`);
}

await serve(process.argv[2] ?? '');
