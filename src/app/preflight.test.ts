import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { preflight } from './preflight.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preflight-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const needs = (more: Partial<Parameters<typeof preflight>[0]> = {}) => ({
  ...{ port: 0, host: '127.0.0.1', isHostSet: true, dataDir: join(folder, 'data') },
  ...{ databaseUrl: undefined, certificate: undefined },
  ...more,
});

it('a start with valid settings creates its folder and leaves nothing else', async () => {
  expect(await preflight(needs())).toBe('127.0.0.1');
  expect(readdirSync(join(folder, 'data'))).toEqual([]);
});

it('PORT is named if another program uses it, and no folder is created', async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as AddressInfo;
  await expect(preflight(needs({ port }))).rejects.toThrow(
    'PORT is in use by another program. Choose another with PORT=…',
  );
  expect(existsSync(join(folder, 'data'))).toBe(false);
  await new Promise((done) => other.close(done));
});

it('PORT is named if the user may not open it', async () => {
  listeningFailsWith('EACCES');
  await expect(preflight(needs({ port: 443 }))).rejects.toThrow(
    'PORT 443 may not be opened by this user. Choose one from 1024 on with PORT=…',
  );
});

it.each(['192.0.2.7', 'nobody.invalid'])(
  'HOST is named if it is not an address of this machine: %s',
  async (host) => {
    await expect(preflight(needs({ host }))).rejects.toThrow(
      `HOST must be an address of this machine: ${host} is none (E`,
    );
  },
);

it('IPv4 alone is used on a machine without IPv6, unless HOST is set', async () => {
  listeningFailsWith('EAFNOSUPPORT', '::');
  expect(await preflight(needs({ host: '::', isHostSet: false }))).toBe('0.0.0.0');
  await expect(preflight(needs({ host: '::' }))).rejects.toThrow(
    'HOST must be an address of this machine: :: is none (EAFNOSUPPORT).',
  );
});

it('DATA_DIR is named if it is a file or below one', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'not a folder');
  for (const dataDir of [file, join(file, 'data')]) {
    await expect(preflight(needs({ dataDir }))).rejects.toThrow(
      `DATA_DIR must be a folder: ${dataDir} is a file, or lies in one.`,
    );
  }
});

it('DATA_DIR is named if it cannot be created', async () => {
  const dataDir = join(folder, 'x'.repeat(300));
  await expect(preflight(needs({ dataDir }))).rejects.toThrow(
    `DATA_DIR must be a folder that this user can write to: ${dataDir} is none (ENAMETOOLONG).`,
  );
});

function listeningFailsWith(code: string, only?: string) {
  const listen = Server.prototype.listen;
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...given) {
    const [{ host }] = given as unknown as [{ host: string }];
    if (only !== undefined && host !== only) return Reflect.apply(listen, this, given);
    queueMicrotask(() => this.emit('error', Object.assign(new Error(code), { code })));
    return this;
  });
}
