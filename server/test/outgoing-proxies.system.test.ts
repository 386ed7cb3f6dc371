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
  createAlarmCallers,
  createChainNodes,
  createConfiguredFinnotech,
  createConfiguredKavenegar,
  createConfiguredSmtp,
  createGateways,
  createGoogleSignIn,
  createNewsFeed,
  createPriceHistories,
  createPriceSources,
  createStoreWebhooks,
  createWitnesses,
  readCertificateEnd,
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
const PROXY_USER = 'sarraf@tehran';
const PROXY_PASSWORD = 'p@ss:w/o#rd%?';
const KINDS = ['http', 'socks5'] as const;
/** The address that the store's host name resolves to here, and the one that the proxy uses for its webhook. */
const STORE_ADDRESS = '93.184.216.34';
const CONNECTION = 'a connection';
const IMPOSTOR_HOST = 'impostor.example';

const vendorHost = (vendor: string) => `${vendor.toLowerCase().replaceAll('_', '-')}.example`;
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
  ...OUTGOING_VENDORS.map(vendorHost),
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

const listeningPort = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
function startVendor(into: (line: string) => void): HttpsServer {
  const server = createHttps({ ...certificate }, (request, response) => {
    into(`${request.headers.host?.split(':')[0]}${request.url}`);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.on('connection', () => into(CONNECTION));
  return server;
}

beforeAll(async () => {
  vendors = startVendor((line) => arrived.push(line));
  trap = startVendor((line) => trapped.push(line));
  mail = new SMTPServer({
    ...certificate,
    secure: true,
    authOptional: true,
    onData: (stream, session, done) => {
      arrived.push(`${vendorHost('SMTP')} ${session.envelope.rcptTo[0]?.address}`);
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
      [...OUTGOING_VENDORS.map(vendorHost), ...NODE_HOSTS, IMPOSTOR_HOST].map((host) => [
        host,
        listeningPort(vendors),
      ]),
    ),
    [STORE_ADDRESS]: listeningPort(vendors),
    [vendorHost('SMTP')]: listeningPort(mail.server),
    'other.example': listeningPort(log),
  };
  const [http, socks5] = await Promise.all(
    KINDS.map((kind) => startProxy({ kind, names, user: PROXY_USER, password: PROXY_PASSWORD })),
  );
  proxies = { http: http as RunningProxy, socks5: socks5 as RunningProxy };
  setDefaultCACertificates([...trusted, certificate.cert]);
  vi.spyOn(dns, 'lookup').mockImplementation(((name, options, done) => {
    const address = name === 'shop.example' ? STORE_ADDRESS : '127.0.0.1';
    if (options.all) done(null, [{ address, family: 4 }]);
    else done(null, address, 4);
  }) as LookupFunction as typeof dns.lookup);
  vi.spyOn(dnsPromises, 'lookup').mockImplementation((async (name: string) => [
    { address: name === 'shop.example' ? STORE_ADDRESS : '127.0.0.1', family: 4 },
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
function createConfig(more: Record<string, string | undefined> = {}): Config {
  const trapUrl = (name: string) => `https://${vendorHost(name)}:${listeningPort(trap)}`;
  const urls = OUTGOING_VENDORS.filter((name) => !['SMTP', 'NEWS', 'NODES'].includes(name));
  const config = loadConfig({
    DATA_DIR: join(folder, 'data'),
    ...Object.fromEntries(urls.map((name) => [`${name}_URL`, trapUrl(name)])),
    BINANCE_OTHER_URL: trapUrl('BINANCE'),
    GOOGLE_ISSUER: trapUrl('GOOGLE'),
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'secret',
    NEWS_URL: trapUrl('NEWS'),
    SMTP_URL: `smtps://${vendorHost('SMTP')}:${listeningPort(trap)}`,
    MAIL_FROM: 'no-reply@sarraf.test',
    ALARM_TELEGRAM_URL: trapUrl('TELEGRAM'),
    ALARM_TELEGRAM_TOKEN: '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11',
    ALARM_TELEGRAM_CHAT: '-100',
    ALARM_WEBHOOK_SECRET: 'x'.repeat(32),
    WITNESS_SYSLOG: `tcp://other.example:${listeningPort(trap)}`,
    WITNESS_WEBHOOK: trapUrl('WITNESS'),
    OTEL_EXPORTER_OTLP_ENDPOINT: trapUrl('COLLECTOR'),
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
        Object.entries(NODES).map(([chain, name]) => [
          chain,
          `https://${name}.example:${listeningPort(trap)}`,
        ]),
      ),
    ),
    ...more,
  });
  return { ...config, sandbox: false };
}

const proxyUrl = (kind: (typeof KINDS)[number], password = PROXY_PASSWORD, port = proxies[kind].port) =>
  `${kind}://${encodeURIComponent(PROXY_USER)}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
const pollPrices = (name: string, config: Config) =>
  createPriceSources(config, clock)
    .find((source) => source.name === name)
    ?.poll(AbortSignal.timeout(20_000));
const sendMail = (config: Config) =>
  createConfiguredSmtp(config).send({
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
const callGateway = (name: string, config: Config) =>
  createGateways(config)
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
async function callNodes(config: Config): Promise<void> {
  const account = { hot: ['rrrrrrrrrrrrrrrrrrrrBZbvji'] };
  const signer = {
    publicKeys: async () => ({
      chains: Object.fromEntries(Object.keys(NODES).map((chain) => [chain, account])),
      older: [],
    }),
  } as unknown as Signer;
  await Promise.allSettled([...createChainNodes(config, signer).values()].map((node) => node.head()));
}

/** One call per vendor, from the code that makes it in the product; the replies are useless to it. */
const CALLS: Record<OutgoingVendor, (config: Config) => unknown> = {
  BINANCE: async (config) => {
    await pollPrices('binance', config)?.catch(() => {});
    await createPriceHistories(config, clock)[0]?.candles(
      'BITCOIN',
      '1h',
      { from: 0, to: 3_600_000 },
      AbortSignal.timeout(20_000),
    );
  },
  OKX: (config) => pollPrices('okx', config),
  KUCOIN: (config) => pollPrices('kucoin', config),
  BYBIT: (config) => pollPrices('bybit', config),
  KRAKEN: (config) => pollPrices('kraken', config),
  GATE: (config) => pollPrices('gate', config),
  NOBITEX: (config) => pollPrices('nobitex', config),
  WALLEX: (config) => pollPrices('wallex', config),
  BITPIN: (config) => pollPrices('bitpin', config),
  RAMZINEX: (config) => pollPrices('ramzinex', config),
  ZARINPAL: (config) => callGateway('ZARINPAL', config),
  VANDAR: (config) => callGateway('VANDAR', config),
  ZIBAL: (config) => callGateway('ZIBAL', config),
  JIBIT: (config) => callGateway('JIBIT', config),
  KAVENEGAR: (config) =>
    createConfiguredKavenegar(config).send({ to: '+989123456789', text: 'text', code: null }),
  FINNOTECH: (config) => createConfiguredFinnotech(config, clock).matchMobile(SUBJECT as never, 'track'),
  GOOGLE: (config) =>
    createGoogleSignIn(config).google?.begin({
      state: 's',
      nonce: 'n',
      verifier: 'v'.repeat(43),
      redirectUri: 'https://sarraf.example',
    }),
  NEWS: (config) => createNewsFeed(config, clock)?.read(),
  SMTP: sendMail,
  TELEGRAM: (config) => createAlarmCallers(config, clock, undefined).TELEGRAM?.send([ALARM], 'text'),
  ALARM_WEBHOOK: (config) => createAlarmCallers(config, clock, undefined).WEBHOOK?.send([ALARM], 'text'),
  WEBHOOKS: (config) =>
    createStoreWebhooks(config).post(`https://shop.example:${listeningPort(trap)}/hook`, {}, '{}'),
  WITNESS: async (config) => {
    const head = { kind: 'checkpoint', chain: 'books', number: '1', mac: 'ab', at: '' } as const;
    for (const witness of createWitnesses(config)) await witness.send(head);
  },
  CERTIFICATES: (config) =>
    readCertificateEnd(config, { host: vendorHost('CERTIFICATES'), port: listeningPort(trap) }),
  COLLECTOR: async (config) => {
    const traced = await openTraces(config, { log: createLog('silent'), service: 'test', version: '1' });
    const [job] = traced?.jobs([{ name: 'job', run: async () => {} } as unknown as Job]) ?? [];
    await job?.run({} as never);
    await traced?.stop();
  },
  NODES: callNodes,
};
const listHosts = (vendor: OutgoingVendor): string[] => {
  if (vendor === 'NODES') return NODE_HOSTS;
  if (vendor === 'WITNESS') return ['other.example', vendorHost(vendor)];
  return [vendor === 'WEBHOOKS' ? STORE_ADDRESS : vendorHost(vendor)];
};
const listRequestedHosts = async (proxy: RunningProxy) =>
  new Set((await proxy.seen()).map((line) => ('host' in line ? line.host : 'refused')));
const captureError = async (work: () => unknown): Promise<Error> => {
  try {
    await work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('it did not fail');
};

describe.each(KINDS)('by a proxy of %s', (kind) => {
  const throughProxy = (more: Record<string, string | undefined> = {}) =>
    createConfig({ OUTGOING_PROXY: proxyUrl(kind), ...more });

  it.each(OUTGOING_VENDORS)('%s is reached by the proxy, by host name, and not otherwise', async (vendor) => {
    await Promise.resolve(CALLS[vendor](throughProxy())).catch(() => {});
    expect(await listRequestedHosts(proxies[kind])).toEqual(new Set(listHosts(vendor)));
    expect(arrived).not.toEqual([]);
    expect(trapped).toEqual([]);
  });

  it('receives a vendor’s reply and delivers an e-mail completely', async () => {
    await sendMail(throughProxy());
    expect(arrived).toEqual([`${vendorHost('SMTP')} ann@sarraf.test`]);
    expect(
      await createStoreWebhooks(throughProxy()).post(
        `https://shop.example:${listeningPort(trap)}/hook`,
        {},
        '{}',
      ),
    ).toEqual({
      status: 200,
      answer: '{}',
    });
    const end = await readCertificateEnd(throughProxy(), {
      host: vendorHost('CERTIFICATES'),
      port: listeningPort(trap),
    });
    expect(new Date(end).toISOString()).toBe('2049-12-31T23:59:59.000Z');
  });

  it('fails with a wrong password, without showing it', async () => {
    const config = createConfig({ OUTGOING_PROXY: proxyUrl(kind, 'guess@work') });
    for (const vendor of ['OKX', 'KAVENEGAR', 'FINNOTECH', 'TELEGRAM', 'SMTP', 'ALARM_WEBHOOK'] as const) {
      const error = await captureError(() => CALLS[vendor](config));
      expect(error.message).toContain(`${vendor}: the proxy refuses our user and password`);
      expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/guess|Z3Vlc3/);
    }
    expect(await listRequestedHosts(proxies[kind])).toEqual(new Set(['refused']));
    expect([arrived, trapped]).toEqual([[], []]);
  });

  it('fails where the proxy requires a password and none is set', async () => {
    const config = createConfig({ OUTGOING_PROXY: `${kind}://127.0.0.1:${proxies[kind].port}` });
    expect((await captureError(() => CALLS.OKX(config))).message).toMatch(
      /^OKX: the proxy (refuses our|asks for a) user and password$/,
    );
    expect([arrived, trapped]).toEqual([[], []]);
  });

  it('fails for a host that the proxy does not know', async () => {
    const config = throughProxy({ OKX_URL: `https://nowhere.example:${listeningPort(trap)}` });
    expect((await captureError(() => CALLS.OKX(config))).message).toMatch(
      /^OKX: the proxy does not reach the host \(/,
    );
    expect(await listRequestedHosts(proxies[kind])).toEqual(new Set(['nowhere.example']));
    expect(trapped).toEqual([]);
  });

  it('fails when the proxy is down, without a direct call', async () => {
    const down = await startProxy({ kind, names: {} });
    await down.stop();
    const config = createConfig({ OUTGOING_PROXY: proxyUrl(kind, PROXY_PASSWORD, down.port) });
    for (const vendor of OUTGOING_VENDORS) await Promise.resolve(CALLS[vendor](config)).catch(() => {});
    expect([arrived, trapped]).toEqual([[], []]);
    const error = await captureError(() => CALLS.OKX(config));
    expect(error.message).toBe('OKX: the proxy is not reached (ECONNREFUSED)');
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('w/o#rd');
  });

  it('verifies the certificate by host name', async () => {
    const config = throughProxy({
      OKX_URL: `https://${IMPOSTOR_HOST}:${listeningPort(trap)}`,
      NEWS_URL: `https://${IMPOSTOR_HOST}:${listeningPort(trap)}`,
      ALARM_WEBHOOK_URL: `https://${IMPOSTOR_HOST}:${listeningPort(trap)}`,
    });
    expect((await captureError(() => CALLS.OKX(config))).cause).toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect(await captureError(() => CALLS.NEWS(config))).toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect((await captureError(() => CALLS.ALARM_WEBHOOK(config))).message).toContain('altnames');
    expect(arrived.filter((line) => line !== CONNECTION)).toEqual([]);
    expect(await listRequestedHosts(proxies[kind])).toEqual(new Set([IMPOSTOR_HOST]));
  });

  it('calls a vendor directly if configured, and another by a proxy of its own', async () => {
    const other = kind === 'http' ? 'socks5' : 'http';
    const config = throughProxy({
      OUTGOING_PROXIES: JSON.stringify({ NOBITEX: 'direct', KAVENEGAR: 'direct', KRAKEN: proxyUrl(other) }),
    });
    for (const vendor of ['OKX', 'NOBITEX', 'KRAKEN', 'KAVENEGAR'] as const)
      await Promise.resolve(CALLS[vendor](config)).catch(() => {});
    expect(await listRequestedHosts(proxies[kind])).toEqual(new Set([vendorHost('OKX')]));
    expect(await listRequestedHosts(proxies[other])).toEqual(new Set([vendorHost('KRAKEN')]));
    for (const vendor of ['NOBITEX', 'KAVENEGAR'] as const)
      expect(trapped.join()).toContain(vendorHost(vendor));
  });

  it('leaves internal addresses alone', async () => {
    const config = throughProxy({
      NODES: JSON.stringify({
        TRON: `https://127.0.0.1:${listeningPort(trap)}/tron`,
        EOS: `https://node.internal:${listeningPort(trap)}`,
      }),
      WITNESS_WEBHOOK: `https://localhost:${listeningPort(trap)}/heads`,
    });
    await callNodes(config);
    await createWitnesses(config)[1]?.send({
      kind: 'checkpoint',
      chain: 'books',
      number: '1',
      mac: 'ab',
      at: '',
    });
    expect(trapped.join()).toContain('127.0.0.1/tron');
    expect(trapped.join()).toContain('localhost/heads');
    expect(trapped.join()).toContain('node.internal/');
    expect(await listRequestedHosts(proxies[kind])).toEqual(new Set());
  });

  it('connects webhooks only to a store’s address that was validated here, and to no internal one', async () => {
    const sender = createStoreWebhooks(throughProxy());
    for (const host of ['inside.example', '127.0.0.1', '10.0.0.1', 'localhost'])
      expect(await sender.post(`https://${host}:${listeningPort(trap)}/hook`, {}, '{}')).toEqual({
        status: null,
        answer: 'the address is not public',
      });
    expect(await listRequestedHosts(proxies[kind])).toEqual(new Set());
    expect([arrived, trapped]).toEqual([[], []]);
  });
});

it('without a proxy the trap is called, which shows that it would record a call that bypasses one', async () => {
  for (const vendor of ['OKX', 'KAVENEGAR', 'GOOGLE', 'COLLECTOR'] as const)
    await Promise.resolve(CALLS[vendor](createConfig())).catch(() => {});
  for (const vendor of ['OKX', 'KAVENEGAR', 'GOOGLE', 'COLLECTOR'] as const)
    expect(trapped.join()).toContain(vendorHost(vendor));
});
