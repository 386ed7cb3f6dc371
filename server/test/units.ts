/** Runs the commands of a unit of deploy/systemd like systemd does, with a test's folders. */
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOrCreateAccount } from '../src/platform/database/postgres-binaries.ts';

const root = join(import.meta.dirname, '../..');

interface UnitRun {
  /** Folders of a host, each with its replacement. */
  folders: Readonly<Record<string, string>>;
  env: Readonly<Record<string, string | undefined>>;
  /** Runs as PostgreSQL's user instead of the caller. */
  asPostgres?: boolean;
}

/** Runs a oneshot unit (`sarraf-backup@full`) to its end; returns whether it succeeded. */
export function runUnit(name: string, { folders, env, asPostgres = false }: UnitRun): boolean {
  const [template, instance = ''] = name.split('@');
  const file = join(root, 'deploy/systemd', `${template}${name.includes('@') ? '@' : ''}.service`);
  let text = readFileSync(file, 'utf8').replaceAll('%i', instance);
  for (const [host, folder] of Object.entries({ '/opt/sarraf': root, ...folders }))
    text = text.replaceAll(host, folder);
  const listValues = (setting: string) =>
    [...text.matchAll(new RegExp(`^${setting}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const account = asPostgres ? findOrCreateAccount() : undefined;
  for (const state of listValues('StateDirectory')) {
    const folder = join(folders['/var/lib/sarraf-backup'] ?? '', '..', state);
    mkdirSync(folder, { recursive: true });
    if (account) chownSync(folder, account.uid, account.gid);
  }
  const umask = listValues('UMask')[0] ?? '0022';
  const runLine = (line: string, more: Record<string, string> = {}) =>
    spawnSync('/bin/bash', ['-c', `umask ${umask}; exec ${line}`], {
      ...account,
      cwd: listValues('WorkingDirectory')[0] ?? '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', ...env, ...more },
      stdio: ['ignore', 'ignore', 'pipe'],
    }).status ?? 1;
  let status = 0;
  for (const line of [...listValues('ExecStart'), ...listValues('ExecStartPost')]) {
    status = runLine(line);
    if (status !== 0) break;
  }
  const outcome = {
    SERVICE_RESULT: status === 0 ? 'success' : 'exit-code',
    EXIT_CODE: 'exited',
    EXIT_STATUS: String(status),
  };
  for (const line of listValues('ExecStopPost'))
    if (runLine(line, outcome) !== 0) throw new Error(`${name}: ${line} failed`);
  return status === 0;
}
