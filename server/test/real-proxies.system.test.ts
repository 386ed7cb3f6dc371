/**
 * Debian's own proxies: tinyproxy for CONNECT, microsocks for SOCKS5, each with a user and a password. They have
 * their own hosts file (as /etc/hosts, in a mount namespace), so that only they can resolve its names.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findTool } from '../../scripts/debian.ts';
import { createChainNodes, createConfiguredSmtp, createPriceSources } from '../src/app/vendors.ts';
import { manualClock } from '../src/platform/clock.ts';
import { type Config, loadConfig } from '../src/platform/config/config.ts';
import { makeCertificate } from './certificate.ts';
import { canMount } from './own-postgres.ts';
import { removeFolder } from './remove-folder.ts';
import { findFreePort } from './running-server.ts';
import { pollUntil } from './waiting.ts';

const PROXY_USER = 'sarraf';
const PROXY_PASSWORD = 'of-a-test';
const VENDOR_HOST = 'okx.example';
const MAIL_HOST = 'mail.example';
const PROGRAMS = { http: 'tinyproxy', socks5: 'microsocks' } as const;
type Kind = keyof typeof PROGRAMS;

const folder = mkdtempSync(join(tmpdir(), 'sarraf-real-proxies-'));
const certificate = makeCertificate([VENDOR_HOST, MAIL_HOST]);
const trusted = getCACertificates('default');
let arrived: string[] = [];
let vendor: Server;
let mail: SMTPServer;

const listeningPort = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
beforeAll(async () => {
  setDefaultCACertificates([...trusted, certificate.cert]);
  vendor = createServer(certificate, (request, response) => {
    arrived.push(`${request.headers.host?.split(':')[0]}`);
    const row = { instId: 'BTC-USDT', bidPx: '108399.5', askPx: '108400.5', ts: '1790000000000' };
    response.end(JSON.stringify({ code: '0', data: [row] }));
  });
  mail = new SMTPServer({
    ...certificate,
    secure: true,
    authOptional: true,
    onData: (stream, session, done) => {
      arrived.push(`${session.envelope.rcptTo[0]?.address}`);
      stream.resume().on('end', done);
    },
  });
  for (const server of [vendor, mail]) server.listen(0, '127.0.0.1');
  await Promise.all([vendor, mail.server].map((server) => once(server, 'listening')));
});
beforeEach(() => {
  arrived = [];
});
afterAll(() => {
  setDefaultCACertificates(trusted);
  vendor.closeAllConnections();
  vendor.close();
  mail.close();
  removeFolder(folder);
});

interface RealProxy {
  port: number;
  /** The whole output so far. */
  told(): string;
  stop(): Promise<void>;
}

const ARGUMENTS: Record<Kind, (port: number) => string[]> = {
  http(port) {
    const file = join(folder, 'tinyproxy.conf');
    writeFileSync(
      file,
      `Port ${port}\nListen 127.0.0.1\nAllow 127.0.0.1\nBasicAuth ${PROXY_USER} ${PROXY_PASSWORD}\nTimeout 60\nLogLevel Connect\n`,
    );
    return ['-d', '-c', file];
  },
  socks5: (port) => ['-i', '127.0.0.1', '-p', String(port), '-u', PROXY_USER, '-P', PROXY_PASSWORD],
};

async function startRealProxy(kind: Kind): Promise<RealProxy> {
  const hosts = join(folder, `${kind}.hosts`);
  writeFileSync(hosts, [VENDOR_HOST, MAIL_HOST].map((name) => `127.0.0.1 ${name}\n`).join(''));
  const port = await findFreePort();
  const program = [findTool(PROGRAMS[kind]) ?? '', ...ARGUMENTS[kind](port)];
  const child: ChildProcess = spawn(
    'unshare',
    ['--mount', 'sh', '-c', 'mount --bind "$0" /etc/hosts && exec "$@"', hosts, ...program],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      output += text.toString();
    });
  process.once('exit', () => child.kill('SIGKILL'));
  await pollUntil(async () => {
    if (child.exitCode !== null) throw new Error(`${PROGRAMS[kind]} ended: ${output}`);
    return isListening(port);
  }, 20_000);
  return {
    port,
    told: () => output,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

for (const kind of ['http', 'socks5'] as const)
  describe.skipIf(!findTool(PROGRAMS[kind]) || !canMount())(
    `by ${PROGRAMS[kind]} (needs it, and the right to mount a file)`,
    () => {
      let proxy: RealProxy;
      beforeAll(async () => {
        proxy = await startRealProxy(kind);
      });
      afterAll(() => proxy.stop());

      const throughProxy = (more: Record<string, string> = {}, password = PROXY_PASSWORD): Config => ({
        ...loadConfig({
          DATA_DIR: join(folder, 'data'),
          OUTGOING_PROXY: `${kind}://${PROXY_USER}:${password}@127.0.0.1:${proxy.port}`,
          OKX_URL: `https://${VENDOR_HOST}:${listeningPort(vendor)}`,
          SMTP_URL: `smtps://${MAIL_HOST}:${listeningPort(mail.server)}`,
          MAIL_FROM: 'no-reply@sarraf.test',
          ...more,
        }),
        sandbox: false,
      });
      const pollOkx = (config: Config) =>
        createPriceSources(config, manualClock())
          .find(({ name }) => name === 'okx')
          ?.poll(AbortSignal.timeout(20_000));
      const sendLetter = (config: Config) =>
        createConfiguredSmtp(config).send({
          to: 'ann@sarraf.test',
          language: 'en',
          code: null,
          subject: 'subject',
          text: 'text',
          html: '<p>text</p>',
        });

      it('a price request and an e-mail pass by host names that only the proxy knows', async () => {
        expect(await pollOkx(throughProxy())).toMatchObject([
          { coin: 'BITCOIN', price: 10_840_000_000_000n },
        ]);
        await sendLetter(throughProxy());
        expect(arrived).toEqual([VENDOR_HOST, 'ann@sarraf.test']);
        for (const name of [VENDOR_HOST, MAIL_HOST])
          await pollUntil(async () => proxy.told().includes(name), 20_000);
        // Only the proxy can resolve them.
        await expect(pollOkx(throughProxy({ OUTGOING_PROXIES: '{"OKX":"direct"}' }))).rejects.toMatchObject({
          cause: { hostname: VENDOR_HOST },
        });
      });

      it('a wrong password fails with the vendor’s name', async () => {
        await expect(pollOkx(throughProxy({}, 'guess'))).rejects.toThrow(
          /^OKX: the proxy refuses our user and password$/,
        );
        await expect(sendLetter(throughProxy({}, 'guess'))).rejects.toThrow(
          'SMTP: the proxy refuses our user and password',
        );
        expect(arrived).toEqual([]);
      });

      it('a host that the proxy does not know fails with the vendor’s name', async () => {
        await expect(pollOkx(throughProxy({ OKX_URL: 'https://nowhere.invalid' }))).rejects.toThrow(
          /^OKX: the proxy does not reach the host \(/,
        );
      });

      it('internal hosts are not called through it', async () => {
        const before = proxy.told();
        const inside = `https://localhost:${listeningPort(vendor)}`;
        const config = throughProxy({
          OKX_URL: inside,
          NODES: JSON.stringify({ STELLAR: `${inside}/stellar` }),
        });
        expect(await pollOkx(config)).toHaveLength(1);
        await createChainNodes(config, {} as never)
          .get('STELLAR')
          ?.head()
          .catch(() => {});
        expect(arrived).toEqual(['localhost', 'localhost']);
        // It logs connections in order: one of those would be before this one.
        await pollOkx(throughProxy());
        const outputSince = () => proxy.told().slice(before.length);
        await pollUntil(async () => outputSince().includes(VENDOR_HOST), 20_000);
        expect(outputSince()).not.toContain('localhost');
      });
    },
  );
