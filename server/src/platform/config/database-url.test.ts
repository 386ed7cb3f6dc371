import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../test/remove-folder.ts';
import { ConfigError, loadConfig } from './config.ts';
import { normalizeDatabaseUrl, parseDatabaseHosts } from './database-url.ts';

const folder = mkdtempSync(join(tmpdir(), 'sarraf-config-'));
afterAll(() => removeFolder(folder));

describe('a database URL', () => {
  it('a URL with one server is left unchanged', () => {
    for (const url of [
      'postgres://u:p@one:5432/db?sslmode=require',
      'postgresql://one/db',
      'postgres:///db',
    ]) {
      expect(normalizeDatabaseUrl(url)).toBe(url);
      expect(parseDatabaseHosts(url)).toBeNull();
    }
  });

  it('a URL with several servers gets them in its query, and normalising it again changes nothing', () => {
    const url = normalizeDatabaseUrl(
      'postgres://u:p%2C%40@one:5433,two,[::1]:5434/db?sslmode=require&target_session_attrs=read-write',
    );
    const { username, password, host, pathname, searchParams } = new URL(url);
    expect([username, password, host, pathname]).toEqual(['u', 'p%2C%40', 'one:5433', '/db']);
    expect(Object.fromEntries(searchParams)).toEqual({
      sslmode: 'require',
      hosts: 'one:5433,two:5432,[::1]:5434',
    });
    expect(parseDatabaseHosts(url)).toEqual([
      { host: 'one', port: 5433 },
      { host: 'two', port: 5432 },
      { host: '::1', port: 5434 },
    ]);
    expect(normalizeDatabaseUrl(url)).toBe(url);
  });

  it.each([
    ['postgres://one:99999,two/db', 'one:99999: no host with its port'],
    ['postgres://one,,two/db', ': no host with its port'],
    ['postgres://one,two/db?target_session_attrs=standby', 'target_session_attrs=standby'],
    [`postgres://${'a,'.repeat(16)}b/db`, '17 servers are too many'],
  ])('%s is refused as a setting', (url, why) => {
    expect(() => normalizeDatabaseUrl(url)).toThrow(why);
    expect(() => loadConfig({ DATABASE_URL: url })).toThrow(ConfigError);
    expect(() => loadConfig({ DATABASE_URL: url })).toThrow(`DATABASE_URL: `);
  });

  it('is normalised when the settings are loaded', () => {
    const { DATABASE_URL, DATABASE_OWNER_URL } = loadConfig({
      DATABASE_URL: 'postgres://s@one,two/db',
      DATABASE_OWNER_URL: 'postgres://o@one,two/db',
      DATA_DIR: folder,
    });
    expect([DATABASE_URL, DATABASE_OWNER_URL].map((url) => parseDatabaseHosts(url ?? '')?.length)).toEqual([
      2, 2,
    ]);
  });
});
