import { chmodSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '../../test/remove-folder.ts';
import { createLog } from '../platform/log.ts';
import { serveOperations } from './serve.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sarraf-serve-'));
});
afterEach(() => removeFolder(dir));

const serve = () =>
  serveOperations({
    operations: new Map(),
    url: `unix:${join(dir, 'signer.sock')}`,
    token: 'of-nobody',
    log: createLog('silent'),
  });

it.each([
  ['ours alone', 0o700, 0o600],
  ['our group’s to pass through', 0o710, 0o660],
])('opens the socket to those who can enter a folder that is %s', async (_what, folder, socket) => {
  chmodSync(dir, folder);
  const stop = await serve();
  expect(statSync(join(dir, 'signer.sock')).mode & 0o777).toBe(socket);
  await stop();
});

it.each([0o770, 0o730, 0o711, 0o755])('refuses a folder of mode %o', async (mode) => {
  chmodSync(dir, mode);
  await expect(serve()).rejects.toThrow(/0710/);
});
