// Debian programs that tests use where available; a test without its program is skipped by name.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Each is the name of a package, and of its program unless that, or another file of it, is named below. */
export const DEBIAN_TOOLS = [
  'caddy',
  'chromium',
  'chromium-headless-shell',
  'firefox-esr',
  'litecoind',
  'microsocks',
  'nats-server',
  'nginx',
  'php-cli',
  // Includes promtool.
  'prometheus',
  'pgbackrest',
  'restic',
  'tinyproxy',
] as const;
/**
 * Further programs of the nightly run: clock, network and disk faults, failovers, an empty Debian, and what tests skip
 * on a machine that lacks it.
 */
const NIGHTLY_TOOLS = [
  'etcd-server',
  // Includes libfaketime.
  'faketime',
  'gcc',
  'iproute2',
  'iptables',
  'libc6-dev',
  'libreoffice-calc-nogui',
  'mmdebstrap',
  'openssl',
  'patroni',
  'postgresql-15',
  'procps',
  'python3-cryptography',
  // Includes systemd-analyze.
  'systemd',
] as const;
export type DebianTool = (typeof DEBIAN_TOOLS)[number] | (typeof NIGHTLY_TOOLS)[number];
const PROGRAM_NAMES: Partial<Record<DebianTool, string>> = {
  'etcd-server': 'etcd',
  gcc: 'cc',
  iproute2: 'ip',
  'libc6-dev': '/usr/include/stdio.h',
  'libreoffice-calc-nogui': 'soffice',
  'php-cli': 'php',
  'postgresql-15': '/usr/lib/postgresql/15/bin/pg_ctl',
  procps: 'ps',
  'python3-cryptography': '/usr/lib/python3/dist-packages/cryptography',
  systemd: 'systemd-analyze',
};

export const listTools = (nightly: boolean): readonly DebianTool[] =>
  nightly ? [...DEBIAN_TOOLS, ...NIGHTLY_TOOLS] : DEBIAN_TOOLS;

/** With systemd, installing one of these also starts it as a service, which no test may do to a machine. */
const SERVICE_PACKAGES: readonly DebianTool[] = [
  'caddy',
  'etcd-server',
  'nats-server',
  'nginx',
  'patroni',
  'postgresql-15',
  'prometheus',
  'tinyproxy',
];

/** Returns the program's path, or undefined if it is not installed. */
export function findTool(tool: DebianTool): string | undefined {
  // The sbin folders are not on every user's path.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin'];
  const program = PROGRAM_NAMES[tool] ?? tool;
  const paths = isAbsolute(program) ? [program] : folders.map((folder) => join(folder, program));
  return paths.find((path) => existsSync(path));
}

/** Installs those that are missing, as root on a system with apt; returns those still missing afterwards. */
export function installTools(tools: readonly DebianTool[] = DEBIAN_TOOLS): DebianTool[] {
  const missing = tools.filter((tool) => !findTool(tool));
  const canInstall = missing.filter(
    (tool) => !SERVICE_PACKAGES.includes(tool) || !existsSync('/run/systemd/system'),
  );
  if (canInstall.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return missing;
  console.log(`Installing ${canInstall.join(', ')} of Debian for the tests…`);
  aptGet('update');
  // One by one, so that one that this release lacks doesn't prevent the others.
  for (const tool of canInstall) aptGet('install', '--yes', '--no-install-recommends', tool);
  return missing.filter((tool) => !findTool(tool));
}

function aptGet(...args: string[]): void {
  spawnSync('/usr/bin/apt-get', ['-qq', '-o', 'Acquire::http::Timeout=20', ...args], {
    stdio: 'ignore',
    // In single-user mode a package starts no service: a server of Debian's would take another's port.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    timeout: 300_000,
  });
}
