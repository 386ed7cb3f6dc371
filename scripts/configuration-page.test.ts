/** docs/configuration.md has every setting of the configuration's schema. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ConfigError, loadConfig, Settings } from '../server/src/platform/config/config.ts';
import { readSignerSettings } from '../server/src/signer/settings.ts';

describe('docs/configuration.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/configuration.md'), 'utf8');
  /** Name, default and meaning of each row. */
  const rows = [...page.matchAll(/^\| `([A-Z_]+(?:<CHAIN>)?)` \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$/gm)].map(
    ([, name = '', , fallback = '', meaning = '']) => ({ name, fallback, meaning }),
  );
  const isSigners = (name: string) => name.startsWith('SIGNER_') && !(name in Settings.properties);

  it('has a row for each setting of the server, with its default, and no other', () => {
    const documentedRows = rows
      .filter(({ name }) => !isSigners(name))
      .map(({ name, fallback }) => [name, fallback]);
    const real = Object.entries(Settings.properties).map(([name, schema]) => {
      const fallback = 'default' in schema ? `\`${schema.default}\`` : 'unset';
      return [name, fallback];
    });
    expect(Object.fromEntries(documentedRows)).toEqual(Object.fromEntries(real));
    expect(documentedRows).toHaveLength(real.length);
  });

  it('states which settings production needs', () => {
    const needed = rows
      .filter(({ meaning }) => meaning.includes('Needed in production'))
      .map(({ name }) => name);
    const neededSettings = [
      ...listErrors(() => loadConfig({ MODE: 'production' })),
      ...listErrors(() => readSignerSettings({ MODE: 'production' }, false)),
    ].flatMap((line) => /^([A-Z_]+): needed/.exec(line)?.[1] ?? []);
    expect(needed.sort()).toEqual([...new Set(neededSettings)].sort());
  });
});

function listErrors(load: () => unknown): string[] {
  try {
    load();
    return [];
  } catch (error) {
    return (error as ConfigError).errors ?? (error as Error).message.split('\n');
  }
}
