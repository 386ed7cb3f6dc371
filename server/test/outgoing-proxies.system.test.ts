/**
 * Both kinds of proxy as processes, which alone know the vendors' addresses. Here every host name resolves to a
 * trap that accepts any connection: a call that bypasses a proxy is recorded by it.
 */
import dns from 'node:dns';
import dnsPromises from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer as createHttps, type Server as HttpsServer } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, createServer, type LookupFunction, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { inspect } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTraces } from '../src/app/traces/open-traces.ts';
import {
  alarmCallers,
  certificateEndOf,
  chainNodes,
  finnotech,
  gateways,
  google,
  kavenegar,
  newsFeed,
  priceHistories,
  priceSources,
  smtp,
  storeWebhooks,
  witnesses,
} from '../src/app/vendors.ts';
import type { Signer } from '../src/custody/index.ts';
import { manualClock } from '../src/platform/clock.ts';
import { type Config, loadConfig } from '../src/platform/config/config.ts';
import { OUTGOING_VENDORS, type OutgoingVendor } from '../src/platform/config/outgoing-proxies.ts';
import type { Job } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/log.ts';
import { makeCertificate } from './certificate.ts';
import { type RunningProxy, startProxy } from './outgoing-proxy.ts';
import { removeFolder } from './remove-folder.ts';

/** Would end the URL's host too early if it weren't percent-encoded. */
const USER = 'sarraf@tehran';
const PASSWORD = 'p@ss:w/o#rd%?';
const KINDS = ['http', 'socks5'] as const;
/** The address that the store's host name resolves to here, and the one that the proxy uses for its webhook. */
const SHOP = '93.184.216.34';
const CONNECTION = 'a connection';
const IMPOSTOR = 'impostor.example';

const hostOf = (vendor: string) => `${vendor.toLowerCase().replaceAll('_', '-')}.example`;
const NODES = {
  BITCOIN: 'utxo',
  ETHEREUM: 'evm',
  TRON: 'tron',
  RIPPLE: 'xrpl',
  STELLAR: 'stellar',
  EOS: 'eos',
  ELROND: 'multiversx',
} as const;
const NODE_HOSTS = Object.values(NODES).map((name) => `${name}.example`);

const folder = mkdtempSync(join(tmpdir(), 'sarraf-outgoing-'));
const clock = manualClock();
const certificate = makeCertificate([
  ...OUTGOING_VENDORS.map(hostOf),
  ...NODE_HOSTS,
  'shop.example',
  'other.example',
  'node.internal',
]);
const trusted = getCACertificates('default');
/** Requests and connections that reached the vendors, and the trap. */
let arrived: string[] = [];
let trapped: string[] = [];
let vendors: HttpsServer;
let trap: HttpsServer;
let mail: SMTPServer;
let log: Server;
let proxies: Record<(typeof KINDS)[number], RunningProxy>;

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
function serve(into: (line: string) => void): HttpsServer {
  const server = createHttps({ ...certificate }, (request, response) => {
    into(`${request.headers.host?.split(':')[0]}${request.url}`);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.on('connection', () => into(CONNECTION));
  return server;
}

beforeAll(async () => {
  vendors = serve((line) => arrived.push(line));
  trap = serve((line) => trapped.push(line));
  mail = new SMTPServer({
    ...certificate,
    secure: true,
    authOptional: true,
    onData: (stream, session, done) => {
      arrived.push(`${hostOf('SMTP')} ${session.envelope.rcptTo[0]?.address}`);
      stream.resume().on('end', done);
    },
  });
  // It sends nothing and ends when the other side does.
  log = createServer((socket: Socket) =>
    socket.once('data', () => arrived.push('witness.example')).on('end', () => socket.end()),
  );
  for (const server of [vendors, trap, mail, log]) server.listen(0, '127.0.0.1');
  await Promise.all([vendors, trap, mail.server, log].map((server) => once(server, 'listening')));
  const names = {
    ...Object.fromEntries(
      [...OUTGOING_VENDORS.map(hostOf), ...NODE_HOSTS, IMPOSTOR].map((host) => [host, portOf(vendors)]),
    ),
    [SHOP]: portOf(vendors),
    [hostOf('SMTP')]: portOf(mail.server),
    'other.example': portOf(log),
  };
  const [http, socks5] = await Promise.all(
    KINDS.map((kind) => startProxy({ kind, names, user: USER, password: PASSWORD })),
  );
  proxies = { http: http as RunningProxy, socks5: socks5 as RunningProxy };
  setDefaultCACertificates([...trusted, certificate.cert]);
  vi.spyOn(dns, 'lookup').mockImplementation(((name, options, done) => {
    const address = name === 'shop.example' ? SHOP : '127.0.0.1';
    if (options.all) done(null, [{ address, family: 4 }]);
    else done(null, address, 4);
  }) as LookupFunction as typeof dns.lookup);
  vi.spyOn(dnsPromises, 'lookup').mockImplementation((async (name: string) => [
    { address: name === 'shop.example' ? SHOP : '127.0.0.1', family: 4 },
  ]) as unknown as typeof dnsPromises.lookup);
  syncBuiltinESMExports();
});
beforeEach(async () => {
  arrived = [];
  trapped = [];
  for (const proxy of Object.values(proxies)) await proxy.seen();
});
afterAll(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  setDefaultCACertificates(trusted);
  for (const proxy of Object.values(proxies)) await proxy.stop();
  for (const server of [vendors, trap]) {
    server.closeAllConnections();
    server.close();
  }
  mail.close();
  log.close();
  await removeFolder(folder);
});

/** Configuration of an operator whose vendors are all external, at the trap's port. */
function configOf(more: Record<string, string | undefined> = {}): Config {
  const at = (name: string) => `https://${hostOf(name)}:${portOf(trap)}`;
  const urls = OUTGOING_VENDORS.filter((name) => !['SMTP', 'NEWS', 'NODES'].includes(name));
  const config = loadConfig({
    DATA_DIR: join(folder, 'data'),
    ...Object.fromEntries(urls.map((name) => [`${name}_URL`, at(name)])),
    BINANCE_OTHER_URL: at('BINANCE'),
    GOOGLE_ISSUER: at('GOOGLE'),
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'secret',
    NEWS_URL: at('NEWS'),
    SMTP_URL: `smtps://${hostOf('SMTP')}:${portOf(trap)}`,
    MAIL_FROM: 'no-reply@sarraf.test',
    ALARM_TELEGRAM_URL: at('TELEGRAM'),
    ALARM_TELEGRAM_TOKEN: '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11',
    ALARM_TELEGRAM_CHAT: '-100',
    ALARM_WEBHOOK_SECRET: 'x'.repeat(32),
    WITNESS_SYSLOG: `tcp://other.example:${portOf(trap)}`,
    WITNESS_WEBHOOK: at('WITNESS'),
    OTEL_EXPORTER_OTLP_ENDPOINT: at('COLLECTOR'),
    OTEL_TRACES_SAMPLER_ARG: '1',
    KAVENEGAR_API_KEY: '4E6F745265616C4B6579',
    FINNOTECH_CLIENT_ID: 'client',
    FINNOTECH_CLIENT_SECRET: 'secret',
    FINNOTECH_NATIONAL_CODE: '0012345679',
    ZARINPAL_MERCHANT_ID: '12345678-1234-1234-1234-123456789012',
    VANDAR_API_KEY: 'x'.repeat(40),
    ZIBAL_MERCHANT: 'merchant',
    JIBIT_API_KEY: 'apikey',
    JIBIT_SECRET_KEY: 'secret',
    NODES: JSON.stringify(
      Object.fromEntries(
        Object.entries(NODES).map(([chain, name]) => [chain, `https://${name}.example:${portOf(trap)}`]),
      ),
    ),
    ...more,
  });
  return { ...config, sandbox: false };
}

const urlOf = (kind: (typeof KINDS)[number], password = PASSWORD, port = proxies[kind].port) =>
  `${kind}://${encodeURIComponent(USER)}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
const polled = (name: string, config: Config) =>
  priceSources(config, clock)
    .find((source) => source.name === name)
    ?.poll(AbortSignal.timeout(20_000));
const mailOf = (config: Config) =>
  smtp(config).send({
    to: 'ann@sarraf.test',
    language: 'en',
    code: null,
    subject: 'subject',
    text: 'text',
    html: '<p>text</p>',
  });
const PAYMENT = {
  amountToman: 100_000n,
  callbackUrl: 'https://sarraf.example/return',
  description: 'deposit',
  card: '6037991234567890',
  orderId: 'order',
};
const gatewayOf = (name: string, config: Config) =>
  gateways(config)
    .find((gateway) => gateway.name === name)
    ?.request(PAYMENT);
const ALARM = {
  id: 'm',
  alarm: 'a',
  kind: 'RESERVE_SHORT',
  subject: '',
  figure: null,
  severity: 'PAGE',
  step: 3,
  raisedAt: '',
} as const;
const SUBJECT = { nationalCode: '0012345679', mobile: '+989123456789', birthday: '1990-01-01' };
/** Queries each chain's own node, whatever it makes of the reply. */
async function nodesOf(config: Config): Promise<void> {
  const account = { hot: ['rrrrrrrrrrrrrrrrrrrrBZbvji'] };
  const signer = {
    publicKeys: async () => ({
      chains: Object.fromEntries(Object.keys(NODES).map((chain) => [chain, account])),
      older: [],
    }),
  } as unknown as Signer;
  await Promise.allSettled([...chainNodes(config, signer).values()].map((node) => node.head()));
}

/** One call per vendor, from the code that makes it in the product; the replies are useless to it. */
const CALLS: Record<OutgoingVendor, (config: Config) => unknown> = {
  BINANCE: async (config) => {
    await polled('binance', config)?.catch(() => {});
    await priceHistories(config, clock)[0]?.candles(
      'BITCOIN',
      '1h',
      { from: 0, to: 3_600_000 },
      AbortSignal.timeout(20_000),
    );
  },
  OKX: (config) => polled('okx', config),
  KUCOIN: (config) => polled('kucoin', config),
  BYBIT: (config) => polled('bybit', config),
  KRAKEN: (config) => polled('kraken', config),
  GATE: (config) => polled('gate', config),
  NOBITEX: (config) => polled('nobitex', config),
  WALLEX: (config) => polled('wallex', config),
  BITPIN: (config) => polled('bitpin', config),
  RAMZINEX: (config) => polled('ramzinex', config),
  ZARINPAL: (config) => gatewayOf('ZARINPAL', config),
  VANDAR: (config) => gatewayOf('VANDAR', config),
  ZIBAL: (config) => gatewayOf('ZIBAL', config),
  JIBIT: (config) => gatewayOf('JIBIT', config),
  KAVENEGAR: (config) => kavenegar(config).send({ to: '+989123456789', text: 'text', code: null }),
  FINNOTECH: (config) => finnotech(config, clock).matchMobile(SUBJECT as never, 'track'),
  GOOGLE: (config) =>
    google(config).google?.begin({
      state: 's',
      nonce: 'n',
      verifier: 'v'.repeat(43),
      redirectUri: 'https://sarraf.example',
    }),
  NEWS: (config) => newsFeed(config, clock)?.read(),
  SMTP: mailOf,
  TELEGRAM: (config) => alarmCallers(config, clock, undefined).TELEGRAM?.call([ALARM], 'text'),
  ALARM_WEBHOOK: (config) => alarmCallers(config, clock, undefined).WEBHOOK?.call([ALARM], 'text'),
  WEBHOOKS: (config) => storeWebhooks(config).post(`https://shop.example:${portOf(trap)}/hook`, {}, '{}'),
  WITNESS: async (config) => {
    const head = { kind: 'checkpoint', chain: 'books', number: '1', mac: 'ab', at: '' } as const;
    for (const witness of witnesses(config)) await witness.tell(head);
  },
  CERTIFICATES: (config) => certificateEndOf(config, { host: hostOf('CERTIFICATES'), port: portOf(trap) }),
  COLLECTOR: async (config) => {
    const traced = await openTraces(config, { log: createLog('silent'), service: 'test', version: '1' });
    const [job] = traced?.jobs([{ name: 'job', run: async () => {} } as unknown as Job]) ?? [];
    await job?.run({} as never);
    await traced?.stop();
  },
  NODES: nodesOf,
};
const hostsOf = (vendor: OutgoingVendor): string[] => {
  if (vendor === 'NODES') return NODE_HOSTS;
  if (vendor === 'WITNESS') return ['other.example', hostOf(vendor)];
  return [vendor === 'WEBHOOKS' ? SHOP : hostOf(vendor)];
};
const asked = async (proxy: RunningProxy) =>
  new Set((await proxy.seen()).map((line) => ('host' in line ? line.host : 'refused')));
const failure = async (work: () => unknown): Promise<Error> => {
  try {
    await work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('it did not fail');
};

describe.each(KINDS)('by a proxy of %s', (kind) => {
  const by = (more: Record<string, string | undefined> = {}) =>
    configOf({ OUTGOING_PROXY: urlOf(kind), ...more });

  it.each(OUTGOING_VENDORS)('%s is reached by the proxy, by host name, and not otherwise', async (vendor) => {
    await Promise.resolve(CALLS[vendor](by())).catch(() => {});
    expect(await asked(proxies[kind])).toEqual(new Set(hostsOf(vendor)));
    expect(arrived).not.toEqual([]);
    expect(trapped).toEqual([]);
  });

  it('receives a vendor’s reply and delivers an e-mail completely', async () => {
    await mailOf(by());
    expect(arrived).toEqual([`${hostOf('SMTP')} ann@sarraf.test`]);
    expect(await storeWebhooks(by()).post(`https://shop.example:${portOf(trap)}/hook`, {}, '{}')).toEqual({
      status: 200,
      answer: '{}',
    });
    const end = await certificateEndOf(by(), { host: hostOf('CERTIFICATES'), port: portOf(trap) });
    expect(new Date(end).toISOString()).toBe('2049-12-31T23:59:59.000Z');
  });

  it('fails with a wrong password, without showing it', async () => {
    const config = configOf({ OUTGOING_PROXY: urlOf(kind, 'guess@work') });
    for (const vendor of ['OKX', 'KAVENEGAR', 'FINNOTECH', 'TELEGRAM', 'SMTP', 'ALARM_WEBHOOK'] as const) {
      const error = await failure(() => CALLS[vendor](config));
      expect(error.message).toContain(`${vendor}: the proxy refuses our user and password`);
      expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/guess|Z3Vlc3/);
    }
    expect(await asked(proxies[kind])).toEqual(new Set(['refused']));
    expect([arrived, trapped]).toEqual([[], []]);
  });

  it('fails where the proxy requires a password and none is set', async () => {
    const config = configOf({ OUTGOING_PROXY: `${kind}://127.0.0.1:${proxies[kind].port}` });
    expect((await failure(() => CALLS.OKX(config))).message).toMatch(
      /^OKX: the proxy (refuses our|asks for a) user and password$/,
    );
    expect([arrived, trapped]).toEqual([[], []]);
  });

  it('fails for a host that the proxy does not know', async () => {
    const config = by({ OKX_URL: `https://nowhere.example:${portOf(trap)}` });
    expect((await failure(() => CALLS.OKX(config))).message).toMatch(
      /^OKX: the proxy does not reach the host \(/,
    );
    expect(await asked(proxies[kind])).toEqual(new Set(['nowhere.example']));
    expect(trapped).toEqual([]);
  });

  it('fails when the proxy is down, without a direct call', async () => {
    const down = await startProxy({ kind, names: {} });
    await down.stop();
    const config = configOf({ OUTGOING_PROXY: urlOf(kind, PASSWORD, down.port) });
    for (const vendor of OUTGOING_VENDORS) await Promise.resolve(CALLS[vendor](config)).catch(() => {});
    expect([arrived, trapped]).toEqual([[], []]);
    const error = await failure(() => CALLS.OKX(config));
    expect(error.message).toBe('OKX: the proxy is not reached (ECONNREFUSED)');
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('w/o#rd');
  });

  it('verifies the certificate by host name', async () => {
    const config = by({
      OKX_URL: `https://${IMPOSTOR}:${portOf(trap)}`,
      NEWS_URL: `https://${IMPOSTOR}:${portOf(trap)}`,
      ALARM_WEBHOOK_URL: `https://${IMPOSTOR}:${portOf(trap)}`,
    });
    expect((await failure(() => CALLS.OKX(config))).cause).toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect(await failure(() => CALLS.NEWS(config))).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect((await failure(() => CALLS.ALARM_WEBHOOK(config))).message).toContain('altnames');
    expect(arrived.filter((line) => line !== CONNECTION)).toEqual([]);
    expect(await asked(proxies[kind])).toEqual(new Set([IMPOSTOR]));
  });

  it('calls a vendor directly if configured, and another by a proxy of its own', async () => {
    const other = kind === 'http' ? 'socks5' : 'http';
    const config = by({
      OUTGOING_PROXIES: JSON.stringify({ NOBITEX: 'direct', KAVENEGAR: 'direct', KRAKEN: urlOf(other) }),
    });
    for (const vendor of ['OKX', 'NOBITEX', 'KRAKEN', 'KAVENEGAR'] as const)
      await Promise.resolve(CALLS[vendor](config)).catch(() => {});
    expect(await asked(proxies[kind])).toEqual(new Set([hostOf('OKX')]));
    expect(await asked(proxies[other])).toEqual(new Set([hostOf('KRAKEN')]));
    for (const vendor of ['NOBITEX', 'KAVENEGAR'] as const) expect(trapped.join()).toContain(hostOf(vendor));
  });

  it('leaves internal addresses alone', async () => {
    const config = by({
      NODES: JSON.stringify({
        TRON: `https://127.0.0.1:${portOf(trap)}/tron`,
        EOS: `https://node.internal:${portOf(trap)}`,
      }),
      WITNESS_WEBHOOK: `https://localhost:${portOf(trap)}/heads`,
    });
    await nodesOf(config);
    await witnesses(config)[1]?.tell({ kind: 'checkpoint', chain: 'books', number: '1', mac: 'ab', at: '' });
    expect(trapped.join()).toContain('127.0.0.1/tron');
    expect(trapped.join()).toContain('localhost/heads');
    expect(trapped.join()).toContain('node.internal/');
    expect(await asked(proxies[kind])).toEqual(new Set());
  });

  it('is given a store’s address that was validated here, and no internal one', async () => {
    const sender = storeWebhooks(by());
    for (const host of ['inside.example', '127.0.0.1', '10.0.0.1', 'localhost'])
      expect(await sender.post(`https://${host}:${portOf(trap)}/hook`, {}, '{}')).toEqual({
        status: null,
        answer: 'the address is not public',
      });
    expect(await asked(proxies[kind])).toEqual(new Set());
    expect([arrived, trapped]).toEqual([[], []]);
  });
});

it('without a proxy the trap is called, which shows that it would record a call that bypasses one', async () => {
  for (const vendor of ['OKX', 'KAVENEGAR', 'GOOGLE', 'COLLECTOR'] as const)
    await Promise.resolve(CALLS[vendor](configOf())).catch(() => {});
  for (const vendor of ['OKX', 'KAVENEGAR', 'GOOGLE', 'COLLECTOR'] as const)
    expect(trapped.join()).toContain(hostOf(vendor));
});
