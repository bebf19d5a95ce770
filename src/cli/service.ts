import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NotDone } from './open-database.ts';

/** Template of the systemd unit for a clone in /opt; docs/service.md describes it. */
const TEMPLATE = 'docs/systemd/grand-app.service';

const UNIT = '/etc/systemd/system/grand-app.service';

const USER = 'grand';

const DATA = '/var/lib/grand-app';

/** The operations by which the installation changes the machine; tests use a fake. */
export interface Machine {
  readonly isRoot: boolean;
  /** Path of the running Node program, with symbolic links resolved. */
  readonly node: string;
  hasUser(name: string): boolean;
  write(path: string, text: string): void;
  /** Runs a program; throws if it fails. */
  run(program: string, typed: readonly string[]): void;
}

/** Folder of the product and the text of its unit template. */
export interface Product {
  readonly root: string;
  readonly template: string;
}

/**
 * Returns the text of the unit, which runs the product with `node`. Throws a NotDone if systemd
 * could not run it.
 */
export function serviceUnit({ root, template }: Product, node: string): string {
  refuseUnreachable('Grand App', root);
  refuseUnreachable('Node', node);
  return template
    .replace(/^WorkingDirectory=.*$/m, () => `WorkingDirectory=${escaped(root)}`)
    .replace(/^ExecStart=\S+ (.*) (\S+)$/m, (_line, options, server) => {
      const own = quoted(join(root, server));
      return `ExecStart=${quoted(node)} --enable-source-maps ${options} ${own}`;
    });
}

/** Finds the product's folder, above the bundle or the sources. */
export function thisProduct(): Product {
  let root = dirname(realpathSync(fileURLToPath(import.meta.url)));
  while (!existsSync(join(root, TEMPLATE))) {
    if (root === dirname(root)) throw new NotDone(`${TEMPLATE} is missing.`);
    root = dirname(root);
  }
  return { root, template: readFileSync(join(root, TEMPLATE), 'utf8') };
}

/** Installs the systemd unit and its user. Returns the commands that the operator types next. */
export function installService(product: Product, machine: Machine): string[] {
  const unit = serviceUnit(product, machine.node);
  if (!machine.isRoot) {
    throw new NotDone(
      'A service is made by root: put sudo before it. Without install it is printed.',
    );
  }
  if (!machine.hasUser(USER)) {
    const home = ['--home-dir', DATA, '--shell', '/usr/sbin/nologin'];
    machine.run('useradd', ['--system', ...home, USER]);
  }
  machine.write(UNIT, unit);
  machine.run('systemctl', ['daemon-reload']);
  return [
    `${UNIT} is written. Settings stand in /etc/grand-app.env, a line each, NAME=value.`,
    'Start it, now and with the machine:',
    '  systemctl enable --now grand-app',
    'Its log, and its commands:',
    '  journalctl -u grand-app -f',
    `  sudo -u ${USER} env DATA_DIR=${DATA} grand accounts`,
  ];
}

/** Throws if the path is in a folder that the hardened unit hides from its process. */
function refuseUnreachable(what: string, path: string): void {
  if (!/^\/(home|root|run\/user|tmp|var\/tmp)\//.test(path)) return;
  throw new NotDone(
    `${what} lies in ${path}, which a hardened service cannot see: install it for the whole machine, such as in /usr or /opt.`,
  );
}

/** Doubles %, which starts a specifier in a systemd unit. */
const escaped = (path: string) => path.replaceAll('%', '%%');

/** Quotes an argument of ExecStart, where $ and quotation marks have a special meaning. */
function quoted(path: string): string {
  if (/^[\w./+:-]+$/.test(path)) return path;
  const inside = escaped(path)
    .replace(/["\\]/g, (sign) => `\\${sign}`)
    .replaceAll('$', '$$$$');
  return `"${inside}"`;
}
