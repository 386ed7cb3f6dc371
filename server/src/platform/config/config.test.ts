import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../test/remove-folder.ts';
import { type ConfigError, loadConfig, sandboxSignerUrl } from './config.ts';
import { loadOrCreateSecret } from './key-files.ts';
import { findProxy } from './outgoing-proxies.ts';

const folder = mkdtempSync(join(tmpdir(), 'sarraf-config-'));
afterAll(() => removeFolder(folder));
const dataDir = () => mkdtempSync(join(folder, 'data-'));
const listErrors = (env: Record<string, string>): string[] => {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).errors;
  }
};

describe('loadConfig', () => {
  it('needs no settings in the sandbox, and reuses the key that it generated', () => {
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

  it('shares generated secrets with the signer, and both derive the same socket path', () => {
    const DATA_DIR = dataDir();
    const config = loadConfig({ DATA_DIR });
    expect(config.SIGNER_URL).toBe(`unix:${join(DATA_DIR, 'signer', 'signer.sock')}`);
    expect(config.SEAL_KEY.toString('base64')).toBe(loadOrCreateSecret(DATA_DIR, 'seal.key'));
    expect(config.SIGNER_TOKEN).toBe(loadOrCreateSecret(DATA_DIR, 'signer.token'));
    expect(config.SIGNER_TOKEN).not.toBe(loadOrCreateSecret(DATA_DIR, 'seal.key'));
    const deep = sandboxSignerUrl(join(DATA_DIR, 'x'.repeat(120)));
    expect(deep.length).toBeLessThan(106);
    expect(deep).toBe(sandboxSignerUrl(join(DATA_DIR, 'x'.repeat(120))));
    expect(listErrors({ DATA_DIR, SIGNER_TOKEN: 'short-token' }).join()).not.toContain('short-token');
  });

  it('reads the default proxy and proxies by vendor, with their credentials', () => {
    const { outgoing } = loadConfig({
      DATA_DIR: dataDir(),
      OUTGOING_PROXY: 'http://sarraf%40tehran:p%40ss%3Aw%2Fo%23rd@proxy.example:3128',
      OUTGOING_PROXIES: '{"NOBITEX":"direct","BINANCE":"socks5://[2001:db8::1]","OKX":"http://10.0.0.2"}',
    });
    expect(outgoing).toEqual({
      all: {
        kind: 'http',
        host: 'proxy.example',
        port: 3128,
        credentials: { user: 'sarraf@tehran', password: 'p@ss:w/o#rd' },
      },
      byVendor: {
        NOBITEX: null,
        BINANCE: { kind: 'socks5', host: '2001:db8::1', port: 1080, credentials: null },
        OKX: { kind: 'http', host: '10.0.0.2', port: 80, credentials: null },
      },
    });
    expect(findProxy(outgoing, 'NOBITEX')).toBeNull();
    expect(findProxy(outgoing, 'KRAKEN')).toBe(outgoing.all);
  });

  it.each([
    ['https://proxy.example', 'must be http://'],
    ['socks4://proxy.example', 'must be http://'],
    ['proxy.example:3128', 'must be http://'],
    ['http://ann:hun#ter2@proxy.example', 'must be http://'],
    ['http://ann:hunter2@proxy.example/path', 'must be http://'],
    ['http://ann:hunter2%@proxy.example', 'is not percent-encoded'],
    ['http://:hunter2@proxy.example', 'a password and no user'],
    ['http://an%3An:hunter2@proxy.example', 'no colon'],
    ['socks5://ann@proxy.example', '1 to 255 bytes'],
    [`socks5://ann:hunter2${'x'.repeat(255)}@proxy.example`, '1 to 255 bytes'],
    ['http://ann:hunter2@proxy.example:99999', 'must be http://'],
  ])('refuses the proxy %s without repeating it in the error', (address, why) => {
    const all = listErrors({ DATA_DIR: dataDir(), OUTGOING_PROXY: address }).join();
    const one = listErrors({
      DATA_DIR: dataDir(),
      OUTGOING_PROXIES: JSON.stringify({ OKX: address }),
    }).join();
    expect(all).toMatch(/^OUTGOING_PROXY: /);
    expect(one).toMatch(/^OUTGOING_PROXIES: OKX /);
    for (const error of [all, one]) {
      expect(error).toContain(why);
      expect(error).not.toMatch(/hun|ter2/);
    }
  });

  it('refuses unknown vendors, and a backup witness that would bypass the proxy', () => {
    const of = (more: Record<string, string>) => listErrors({ DATA_DIR: dataDir(), ...more });
    expect(of({ OUTGOING_PROXIES: '{"COINBASE":"direct"}' }).join()).toMatch(
      /^OUTGOING_PROXIES: COINBASE is none of BINANCE, OKX/,
    );
    for (const wrong of ['direct', '["OKX"]', '{"OKX":1}'])
      expect(of({ OUTGOING_PROXIES: wrong }).join()).toMatch(/^OUTGOING_PROXIES: /);
    const proxied = { OUTGOING_PROXY: 'socks5://proxy.example' };
    expect(of({ ...proxied, WITNESS_SYSLOG: 'udp://logs.example' }).join()).toMatch(
      /^WITNESS_SYSLOG: no proxy/,
    );
    expect(of({ ...proxied, WITNESS_SYSLOG: 'udp://10.0.0.9' })).toEqual([]);
    const direct = { ...proxied, OUTGOING_PROXIES: '{"WITNESS":"direct"}' };
    expect(of({ ...direct, WITNESS_SYSLOG: 'udp://logs.example' })).toEqual([]);
  });

  it('accepts several replicas of an external database, and leaves the address of an invalid one out of the error', () => {
    const DATA_DIR = dataDir();
    const url = (host: string) => `postgres://sarraf:hunter2@${host}:5432/sarraf`;
    const DATABASE_READ_URL = `${url('one')},${url('two')}`;
    expect(listErrors({ DATA_DIR, DATABASE_URL: url('primary'), DATABASE_READ_URL })).toEqual([]);
    expect(listErrors({ DATA_DIR, DATABASE_READ_URL })).toEqual([
      'DATABASE_READ_URL: holds copies of DATABASE_URL; set that too',
    ]);
    for (const wrong of [`${url('one')},`, `${url('one')} ${url('two')}`, 'mysql://sarraf:hunter2@one']) {
      const errors = listErrors({ DATA_DIR, DATABASE_URL: url('primary'), DATABASE_READ_URL: wrong });
      expect(errors.join()).toMatch(/^DATABASE_READ_URL: /);
      expect(errors.join()).not.toContain('hunter2');
    }
  });

  it('rejects private metrics ports, of server or worker, that equal the public port', () => {
    const DATA_DIR = dataDir();
    expect(loadConfig({ DATA_DIR })).toMatchObject({ METRICS_HOST: '127.0.0.1' });
    expect(loadConfig({ DATA_DIR }).METRICS_PORT).toBeUndefined();
    expect(listErrors({ DATA_DIR, PORT: '8080', METRICS_PORT: '8081' })).toEqual([]);
    for (const METRICS_PORT of ['8080', '8079'])
      expect(listErrors({ DATA_DIR, PORT: '8080', METRICS_PORT })).toEqual([
        'METRICS_PORT: it and the next one are private; PORT is another one',
      ]);
    expect(listErrors({ DATA_DIR, METRICS_PORT: '65535' }).join()).toMatch(/^METRICS_PORT: /);
  });

  it('accepts a trace collector without a password in its URL, and a sampling share', () => {
    const DATA_DIR = dataDir();
    expect(loadConfig({ DATA_DIR }).OTEL_EXPORTER_OTLP_ENDPOINT).toBeUndefined();
    expect(loadConfig({ DATA_DIR, OTEL_TRACES_SAMPLER_ARG: '0.025' }).OTEL_TRACES_SAMPLER_ARG).toBe(0.025);
    for (const OTEL_EXPORTER_OTLP_ENDPOINT of ['http://127.0.0.1:4318', 'https://tempo.example/otlp/'])
      expect(listErrors({ DATA_DIR, OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual([]);
    for (const address of ['127.0.0.1:4318', 'https://me:hunter2@tempo.example', 'https://x?key=hunter2'])
      expect(listErrors({ DATA_DIR, OTEL_EXPORTER_OTLP_ENDPOINT: address }).join()).toMatch(
        /^OTEL_EXPORTER_OTLP_ENDPOINT: (?!.*hunter2)/,
      );
    for (const OTEL_TRACES_SAMPLER_ARG of ['-0.1', '1.1', 'all'])
      expect(listErrors({ DATA_DIR, OTEL_TRACES_SAMPLER_ARG }).join()).toMatch(/^OTEL_TRACES_SAMPLER_ARG: /);
  });

  it('lists every invalid setting in one error, without secrets', () => {
    const errors = listErrors({
      PORT: '99999',
      MODE: 'test',
      SECRET_KEY: 'hunter2',
      DATABASE_URL: 'mysql://x',
      RATE_READ: '-1',
    });
    expect(errors.map((error) => error.split(':')[0])).toEqual([
      'MODE',
      'PORT',
      'DATABASE_URL',
      'SECRET_KEY',
      'RATE_READ',
    ]);
    expect(errors.join()).not.toContain('hunter2');
  });

  it.each([
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'client'],
    ['JIBIT_API_KEY', 'JIBIT_SECRET_KEY', 'a key'],
    ['BANK_SHEBA', 'BANK_OWNER', 'IR060170000000000000000000'],
  ])('requires both settings of the pair %s and %s', (one, other, value) => {
    const errors = listErrors({ DATA_DIR: dataDir(), [one]: value });
    expect(errors).toEqual([`${one}, ${other}: set both or neither`]);
  });

  it('accepts several NATS addresses, but only with a database that several processes share', () => {
    const DATABASE_URL = 'postgresql://127.0.0.1/sarraf';
    const findErrors = (NATS_URL: string, more = {}) =>
      listErrors({ DATA_DIR: dataDir(), NATS_URL, ...more });
    expect(findErrors('nats://127.0.0.1:4222')).toEqual([
      'NATS_URL: several server processes share one database; set DATABASE_URL too',
    ]);
    for (const url of ['nats://127.0.0.1:4222', 'tls://user:secret@one:4222,tls://user:secret@two:4222'])
      expect(findErrors(url, { DATABASE_URL })).toEqual([]);
    for (const url of ['redis://secret@host', 'nats://', 'nats://secret@host,'])
      expect(findErrors(url, { DATABASE_URL }).join()).toMatch(/^NATS_URL: (?!.*secret)/);
  });

  it('refuses a bank account with invalid check digits', () => {
    const account = { BANK_SHEBA: 'IR070170000000000000000000', BANK_OWNER: 'Sarraf' };
    expect(listErrors({ DATA_DIR: dataDir(), ...account })).toEqual([
      'BANK_SHEBA: its check digits are wrong',
    ]);
  });

  it('refuses production with missing settings or a public URL without https', () => {
    expect(listErrors({ MODE: 'production' }).map((error) => error.split(':')[0])).toEqual([
      'PUBLIC_URL',
      'SECRET_KEY',
      'SIGNER_URL',
      'SIGNER_TOKEN',
      'SEAL_KEY',
      'BOOKS_KEY',
      'SMTP_URL',
      'MAIL_FROM',
      'FINNOTECH_CLIENT_ID',
      'FINNOTECH_CLIENT_SECRET',
      'FINNOTECH_NATIONAL_CODE',
      'KAVENEGAR_API_KEY',
      'ZARINPAL_MERCHANT_ID, VANDAR_API_KEY, ZIBAL_MERCHANT, JIBIT_API_KEY',
    ]);
    const whole = {
      MODE: 'production',
      DATA_DIR: dataDir(),
      PUBLIC_URL: 'https://sarraf.example/',
      SECRET_KEY: randomBytes(32).toString('base64'),
      SIGNER_URL: 'http://127.0.0.1:7000',
      SIGNER_TOKEN: randomBytes(30).toString('base64url'),
      SEAL_KEY: randomBytes(32).toString('base64'),
      BOOKS_KEY: randomBytes(32).toString('base64'),
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
    expect(listErrors({ ...whole, PUBLIC_URL: 'http://sarraf.example' })).toHaveLength(1);
    const { ZARINPAL_MERCHANT_ID: _merchant, ...none } = whole;
    expect(listErrors(none)).toHaveLength(1);
    expect(listErrors({ ...none, ZIBAL_MERCHANT: 'zibal1234' })).toEqual([]);
    const listRefusedSettings = (settings: Record<string, string>) =>
      listErrors({ ...whole, ...settings }).map((error) => error.split(/ must|; |:(?= not)/)[0]);
    for (const key of [Buffer.alloc(32, 7), Buffer.from('correct horse battery staple now')])
      expect(listRefusedSettings({ SECRET_KEY: key.toString('base64') })).toEqual(['SECRET_KEY']);
    expect(listRefusedSettings({ SIGNER_TOKEN: 'sarraf'.repeat(6) })).toEqual(['SIGNER_TOKEN']);
    for (const name of ['SEAL_KEY', 'SIGNER_TOKEN'])
      expect(listRefusedSettings({ [name]: whole.SECRET_KEY })).toEqual([`${name}: the same as SECRET_KEY`]);
    expect(listRefusedSettings({ SIGNER_URL: 'http://signer.internal:7000' })).toEqual(['SIGNER_URL:']);
    expect(listRefusedSettings({ SIGNER_URL: 'https://signer.example' })).toEqual(['SIGNER_URL:']);
    expect(listRefusedSettings({ SIGNER_URL: 'unix:/run/signer.sock' })).toEqual([]);
    expect(listRefusedSettings({ VANDAR_URL: 'http://ipg.vandar.io' })).toEqual(['VANDAR_URL:']);
    expect(listRefusedSettings({ GOOGLE_ISSUER: 'http://127.0.0.1.evil.example' })).toEqual([
      'GOOGLE_ISSUER:',
    ]);
    expect(listRefusedSettings({ ZARINPAL_URL: 'http://127.0.0.1:9000' })).toEqual([]);
    const collector = (OTEL_EXPORTER_OTLP_ENDPOINT: string) =>
      listRefusedSettings({ OTEL_EXPORTER_OTLP_ENDPOINT });
    expect(collector('http://collector.example:4318')).toEqual(['OTEL_EXPORTER_OTLP_ENDPOINT:']);
    for (const address of ['http://10.1.2.3:4318', 'http://collector:4318', 'https://collector.example'])
      expect(collector(address)).toEqual([]);
    for (const node of ['http://8.8.8.8:8545', 'http://node.example', 'http://[2a00::1]:8545'])
      expect(listRefusedSettings({ NODES: JSON.stringify({ ETHEREUM: node }) })).toEqual(['NODES: ETHEREUM']);
    for (const node of ['http://10.1.2.3:8545', 'http://geth:8545', 'https://node.example', 'http://[::1]:1'])
      expect(listRefusedSettings({ NODES: JSON.stringify({ ETHEREUM: node }) })).toEqual([]);
  });
});

describe('TRUST_PROXY', () => {
  const trusted = (TRUST_PROXY: string) => loadConfig({ DATA_DIR: dataDir(), TRUST_PROXY }).TRUST_PROXY;

  it.each([
    ['', false],
    ['false', false],
    ['0', false],
    ['1', 1],
    [' 2 ', 2],
    ['127.0.0.1', ['127.0.0.1']],
    ['10.0.0.0/8, fd00::/8,::1', ['10.0.0.0/8', 'fd00::/8', '::1']],
  ])('parses %j as %j', (text, meant) => {
    expect(trusted(text)).toEqual(meant);
  });

  it.each(['true', 'TRUE', 'yes', 'on', '*', '0.0.0.0/0', '127.0.0.1,::/0', '64.0.0.0/2'])(
    'refuses %j, which would trust any sender, and gives the reason',
    (TRUST_PROXY) => {
      const errors = listErrors({ DATA_DIR: dataDir(), TRUST_PROXY });
      expect(errors).toEqual([
        expect.stringMatching(/^TRUST_PROXY: .*X-Forwarded-For can be written by anybody/),
      ]);
      expect(errors.join()).toContain('number of proxies');
    },
  );

  it.each(['-1', '11', 'proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', '1.5', '::1/x', ','])(
    'refuses %j, which names no proxy',
    (TRUST_PROXY) => {
      expect(listErrors({ DATA_DIR: dataDir(), TRUST_PROXY })).toEqual([
        expect.stringMatching(/^TRUST_PROXY: /),
      ]);
    },
  );
});
