import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ConfigError, loadConfig } from './config.ts';

const dataDir = () => mkdtempSync(join(tmpdir(), 'sarraf-config-'));
const faultsOf = (env: Record<string, string>): string[] => {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).faults;
  }
};

describe('loadConfig', () => {
  it('needs nothing in the sandbox, and keeps the key it made', () => {
    const DATA_DIR = dataDir();
    const config = loadConfig({ DATA_DIR });
    expect(config).toMatchObject({
      MODE: 'sandbox',
      PORT: 8080,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://127.0.0.1:8080',
    });
    expect(config.SECRET_KEY).toHaveLength(32);
    expect(loadConfig({ DATA_DIR }).SECRET_KEY).toEqual(config.SECRET_KEY);
    expect(readFileSync(join(DATA_DIR, 'secret.key'), 'utf8')).toHaveLength(44);
  });

  it('names every wrong setting in one go, and shows no secret', () => {
    const faults = faultsOf({
      PORT: '99999',
      MODE: 'test',
      SECRET_KEY: 'hunter2',
      DATABASE_URL: 'mysql://x',
      RATE_READ: '-1',
    });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'MODE',
      'PORT',
      'DATABASE_URL',
      'SECRET_KEY',
      'RATE_READ',
    ]);
    expect(faults.join()).not.toContain('hunter2');
  });

  it('wants both halves of a Google client', () => {
    expect(faultsOf({ DATA_DIR: dataDir(), GOOGLE_CLIENT_ID: 'client' })).toEqual([
      'GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET: set both or neither',
    ]);
  });

  it('refuses production without its settings, and with a public address that is not https', () => {
    expect(faultsOf({ MODE: 'production' }).map((fault) => fault.split(':')[0])).toEqual([
      'PUBLIC_URL',
      'SECRET_KEY',
      'SMTP_URL',
      'MAIL_FROM',
      'ZARINPAL_MERCHANT_ID',
      'FINNOTECH_CLIENT_ID',
      'FINNOTECH_CLIENT_SECRET',
      'FINNOTECH_NATIONAL_CODE',
      'KAVENEGAR_API_KEY',
    ]);
    const whole = {
      MODE: 'production',
      DATA_DIR: dataDir(),
      PUBLIC_URL: 'https://sarraf.example/',
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      SMTP_URL: 'smtps://u:p@mail.example',
      MAIL_FROM: 'Sarraf <no-reply@sarraf.example>',
      ZARINPAL_MERCHANT_ID: '00000000-0000-0000-0000-000000000000',
      FINNOTECH_CLIENT_ID: 'sarraf',
      FINNOTECH_CLIENT_SECRET: 'a secret',
      FINNOTECH_NATIONAL_CODE: '0010350829',
      KAVENEGAR_API_KEY: 'A'.repeat(40),
    };
    const config = loadConfig(whole);
    expect(config.PUBLIC_URL).toBe('https://sarraf.example');
    expect(config.rates.login.max).toBe(20);
    expect(faultsOf({ ...whole, PUBLIC_URL: 'http://sarraf.example' })).toHaveLength(1);
  });
});
