// `npm run walk-install`: creates a fresh Debian, runs the commands of docs/operate.md, in production mode with a
// real PostgreSQL, and ends when the exchange responds over TLS, its ledger is correct, its backup was restored, it
// shows metrics and was upgraded. As root, on Debian, with mmdebstrap.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = join(import.meta.dirname, '..');
const INSTALL_PAGE = join(root, 'docs/operate.md');
const SITE_NAME = 'localhost';
/** Invented values in valid formats: no vendor is called before a user trades or signs up. */
const VENDOR_SETTINGS: Readonly<Record<string, string>> = {
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: "'Sarraf <no-reply@exchange.example.com>'",
  KAVENEGAR_API_KEY: '4A6B'.repeat(10),
  FINNOTECH_CLIENT_ID: 'walker',
  FINNOTECH_CLIENT_SECRET: 'of-nobody-at-all',
  FINNOTECH_NATIONAL_CODE: '0012345679',
  ZARINPAL_MERCHANT_ID: '00000000-0000-4000-8000-000000000000',
  NODES: "'{}'",
  WITNESS_SYSLOG: 'udp://127.0.0.1:5514',
};
const OWN_AUTHORITIES = '/usr/local/share/ca-certificates';
/** Ports of the page's services, in a network namespace of their own. */
const PORTS = [80, 443, 4222, 5432, 8080, 8081, 9464, 9465, 9466, 9467];

/** Returns the page's commands as one script. @throws when page and walk name different vendors. */
function extractCommands(page: string): string {
  const blocks = [...page.matchAll(/^```(sh|ini)\n([\s\S]*?)^```$/gm)];
  return (
    blocks
      .map(([, kind, text = '']) => (kind === 'ini' ? buildVendorsFile(text) : text))
      .join('\n')
      .replace(/^export SITE=.*$/m, `export SITE=${SITE_NAME}`)
      // There is no one to take a share.
      .replace(/^sarraf-run signer init .*$/m, 'sarraf-run signer init 3 of 5 piped </dev/null')
      // The next release is this tree again.
      .replace(
        /^ln --symbolic (sarraf-\S+) \/opt\/sarraf\.next /m,
        'cp --archive --link /opt/sarraf/. /opt/$1\n$&',
      )
  );
}

function buildVendorsFile(text: string): string {
  const lines = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => {
    const value = VENDOR_SETTINGS[name];
    if (value === undefined) throw new Error(`the walk has no value for ${name} of docs/operate.md`);
    return `${name}=${value}`;
  });
  return `install -m 600 /dev/null /etc/sarraf/vendors.env\ncat > /etc/sarraf/vendors.env <<'END'\n${lines.join('\n')}\nEND\n`;
}

async function requirePorts(): Promise<void> {
  for (const port of PORTS) {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    await Promise.race([
      once(server, 'listening'),
      once(server, 'error').then(([error]) => Promise.reject(error)),
    ]);
    server.close();
    await once(server, 'close');
  }
}

function createDebianRoot(folder: string): void {
  execFileSync('mmdebstrap', ['--variant=minbase', '--include=systemd,ca-certificates', 'bookworm', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // Packages start no services, as in any root that isn't a machine's own; the page starts them.
  writeFileSync(join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  copyFileSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'));
  // Certificate authorities that this machine trusts for the registry, in addition to the public ones.
  for (const name of globSync('*.crt', { cwd: OWN_AUTHORITIES }))
    copyFileSync(join(OWN_AUTHORITIES, name), join(folder, OWN_AUTHORITIES, name));
  execFileSync('chroot', [folder, 'update-ca-certificates'], { stdio: 'ignore' });
  const systemctl = join(folder, 'usr/local/sbin/systemctl');
  copyFileSync(join(root, 'scripts/walk/systemctl'), systemctl);
  chmodSync(systemctl, 0o755);
  // The present tree, with uncommitted changes.
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
  });
  const existingFiles = files
    .toString()
    .split('\0')
    .filter((name) => name !== '' && existsSync(join(root, name)));
  execFileSync(
    'tar',
    [
      '--create',
      '--gzip',
      '--transform=s,^,sarraf/,',
      `--file=${join(folder, 'root/sarraf.tar.gz')}`,
      '--null',
      '-T',
      '-',
    ],
    { cwd: root, input: existingFiles.join('\0') },
  );
}

/** All processes of the new root end with this one; its mounts are its own. */
function startNamespace(folder: string): ChildProcess {
  const mounts = [
    'mount -t proc proc /proc',
    'mount -t tmpfs tmpfs /run',
    'mount -t tmpfs -o mode=1777 tmpfs /tmp',
    'mkdir -p /dev/shm && mount -t tmpfs -o mode=1777 tmpfs /dev/shm',
    'echo held',
    'exec sleep infinity',
  ];
  return spawn(
    'unshare',
    [
      '--fork',
      '--pid',
      '--mount',
      '--ipc',
      '--uts',
      '--kill-child',
      'chroot',
      folder,
      '/bin/sh',
      '-ec',
      mounts.join('\n'),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
}

/** Returns the first process of the new root. */
const findFirstProcess = (holder: ChildProcess): string =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(holder.pid)], { encoding: 'utf8' }).trim();

function runInside(holder: ChildProcess, script: string): number {
  const { status } = spawnSync(
    'nsenter',
    [
      '--target',
      findFirstProcess(holder),
      '--mount',
      '--pid',
      '--ipc',
      '--uts',
      '--root',
      '--wd',
      '/bin/bash',
      '-s',
    ],
    {
      input: script,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        LANG: 'C.UTF-8',
        DEBIAN_FRONTEND: 'noninteractive',
        NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
        // Trusts Caddy's local authority, which isn't publicly trusted.
        CURL_CA_BUNDLE: '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt',
      },
    },
  );
  return status ?? 1;
}

/** Returns why it can't run on this machine; null: it can. */
function unsupportedReason(): string | null {
  if (process.getuid?.() !== 0) return 'it makes a root file system, which root may alone';
  return spawnSync('mmdebstrap', ['--version']).status === 0 ? null : 'it needs mmdebstrap of Debian';
}

async function walkInstallation(): Promise<number> {
  const unsupported = unsupportedReason();
  if (unsupported !== null) {
    console.log(`skipped: walk-install: ${unsupported}`);
    // During a nightly run on another system it is no failure.
    return process.argv.includes('--where-possible') ? 0 : 2;
  }
  await requirePorts();
  const startedAt = performance.now();
  const folder = mkdtempSync('/var/tmp/sarraf-walk-');
  chmodSync(folder, 0o755);
  let holder: ChildProcess | null = null;
  try {
    createDebianRoot(folder);
    holder = startNamespace(folder);
    await once(holder.stdout as NodeJS.ReadableStream, 'data');
    const status = runInside(
      holder,
      `cd /root\nset -euxo pipefail\n${extractCommands(readFileSync(INSTALL_PAGE, 'utf8'))}`,
    );
    if (status !== 0) runInside(holder, 'tail -n 40 /var/log/walk/* /var/log/pgbackrest/* || true');
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
    console.log(
      status === 0
        ? `An empty Debian serves after ${minutes} min: the whole of docs/operate.md was typed.`
        : `docs/operate.md does not lead to a serving exchange: see above (${minutes} min).`,
    );
    return status;
  } finally {
    holder?.kill('SIGKILL');
    await sleep(1_000);
    if (process.env.WALK_KEEP === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await walkInstallation();
