import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { removeFolder } from '../../test/remove-folder.ts';
import { readSignerSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'sarraf-signer-'));
afterAll(() => removeFolder(folder));
const random = () => randomBytes(32).toString('base64');
const whole = (): Record<string, string> => ({
  MODE: 'production',
  SIGNER_DIR: join(mkdtempSync(join(folder, 'data-')), 'signer'),
  SIGNER_URL: 'unix:/run/signer.sock',
  SIGNER_TOKEN: random(),
  SIGNER_DATABASE_URL: 'postgresql://127.0.0.1/sarraf',
  SIGNER_PASSPHRASE: random(),
  SEAL_KEY: random(),
});

it('production settings are accepted with random, distinct keys and a private address', () => {
  expect(readSignerSettings(whole(), false).sandbox).toBe(false);
});

it.each([
  ['SEAL_KEY', Buffer.alloc(32, 2).toString('base64'), /SEAL_KEY: not random/],
  ['SIGNER_TOKEN', 'token'.repeat(8), /SIGNER_TOKEN: not random/],
  ['SIGNER_PASSPHRASE', 'aaaaaaaaaaaaaaaaaaaaaaaa', /SIGNER_PASSPHRASE: not random/],
  ['SIGNER_URL', 'http://0.0.0.0:7000', /SIGNER_URL: must be unix/],
  ['SIGNER_COLD_TRON', 'TXYZ', /SIGNER_COLD_TRON: is no longer a setting/],
])('production settings with a weak %s are refused without showing it', (name, value, error) => {
  const start = () => readSignerSettings({ ...whole(), [name]: value }, false);
  expect(start).toThrow(error);
  expect(start).not.toThrow(value);
});

it('production settings with one key for two purposes are refused', () => {
  const settings = whole();
  expect(() => readSignerSettings({ ...settings, SIGNER_TOKEN: settings.SEAL_KEY }, false)).toThrow(
    /SIGNER_TOKEN: the same as SEAL_KEY/,
  );
});
