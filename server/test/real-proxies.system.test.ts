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
import { chainNodes, priceSources, smtp } from '../src/app/vendors.ts';
import { manualClock } from '../src/platform/clock.ts';
import { type Config, loadConfig } from '../src/platform/config/config.ts';
import { makeCertificate } from './certificate.ts';
import { canMount } from './own-postgres.ts';
import { removeFolder } from './remove-folder.ts';
import { freePort } from './running-server.ts';
import { until } from './waiting.ts';

const USER = 'sarraf';
const PASSWORD = 'of-a-test';
const VENDOR = 'okx.example';
const MAIL = 'mail.example';
const PROGRAMS = { http: 'tinyproxy', socks5: 'microsocks' } as const;
type Kind = keyof typeof PROGRAMS;

const folder = mkdtempSync(join(tmpdir(), 'sarraf-real-proxies-'));
const certificate = makeCertificate([VENDOR, MAIL]);
const trusted = getCACertificates('default');
let arrived: string[] = [];
let vendor: Server;
let mail: SMTPServer;

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
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
      `Port ${port}\nListen 127.0.0.1\nAllow 127.0.0.1\nBasicAuth ${USER} ${PASSWORD}\nTimeout 60\nLogLevel Connect\n`,
    );
    return ['-d', '-c', file];
  },
  socks5: (port) => ['-i', '127.0.0.1', '-p', String(port), '-u', USER, '-P', PASSWORD],
};

async function startReal(kind: Kind): Promise<RealProxy> {
  const hosts = join(folder, `${kind}.hosts`);
  writeFileSync(hosts, [VENDOR, MAIL].map((name) => `127.0.0.1 ${name}\n`).join(''));
  const port = await freePort();
  const program = [findTool(PROGRAMS[kind]) ?? '', ...ARGUMENTS[kind](port)];
  const child: ChildProcess = spawn(
    'unshare',
    ['--mount', 'sh', '-c', 'mount --bind "$0" /etc/hosts && exec "$@"', hosts, ...program],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let told = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      told += text.toString();
    });
  process.once('exit', () => child.kill('SIGKILL'));
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${PROGRAMS[kind]} ended: ${told}`);
    return listens(port);
  }, 20_000);
  return {
    port,
    told: () => told,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function listens(port: number): Promise<boolean> {
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
        proxy = await startReal(kind);
      });
      afterAll(() => proxy.stop());

      const by = (more: Record<string, string> = {}, password = PASSWORD): Config => ({
        ...loadConfig({
          DATA_DIR: join(folder, 'data'),
          OUTGOING_PROXY: `${kind}://${USER}:${password}@127.0.0.1:${proxy.port}`,
          OKX_URL: `https://${VENDOR}:${portOf(vendor)}`,
          SMTP_URL: `smtps://${MAIL}:${portOf(mail.server)}`,
          MAIL_FROM: 'no-reply@sarraf.test',
          ...more,
        }),
        sandbox: false,
      });
      const okx = (config: Config) =>
        priceSources(config, manualClock())
          .find(({ name }) => name === 'okx')
          ?.poll(AbortSignal.timeout(20_000));
      const letter = (config: Config) =>
        smtp(config).send({
          to: 'ann@sarraf.test',
          language: 'en',
          code: null,
          subject: 'subject',
          text: 'text',
          html: '<p>text</p>',
        });

      it('a price request and an e-mail pass by host names that only the proxy knows', async () => {
        expect(await okx(by())).toMatchObject([{ coin: 'BITCOIN', price: 10_840_000_000_000n }]);
        await letter(by());
        expect(arrived).toEqual([VENDOR, 'ann@sarraf.test']);
        for (const name of [VENDOR, MAIL]) await until(async () => proxy.told().includes(name), 20_000);
        // Only the proxy can resolve them.
        await expect(okx(by({ OUTGOING_PROXIES: '{"OKX":"direct"}' }))).rejects.toMatchObject({
          cause: { hostname: VENDOR },
        });
      });

      it('a wrong password fails with the vendor’s name', async () => {
        await expect(okx(by({}, 'guess'))).rejects.toThrow(/^OKX: the proxy refuses our user and password$/);
        await expect(letter(by({}, 'guess'))).rejects.toThrow(
          'SMTP: the proxy refuses our user and password',
        );
        expect(arrived).toEqual([]);
      });

      it('a host that the proxy does not know fails with the vendor’s name', async () => {
        await expect(okx(by({ OKX_URL: 'https://nowhere.invalid' }))).rejects.toThrow(
          /^OKX: the proxy does not reach the host \(/,
        );
      });

      it('internal hosts are not called through it', async () => {
        const before = proxy.told();
        const inside = `https://localhost:${portOf(vendor)}`;
        const config = by({ OKX_URL: inside, NODES: JSON.stringify({ STELLAR: `${inside}/stellar` }) });
        expect(await okx(config)).toHaveLength(1);
        await chainNodes(config, {} as never)
          .get('STELLAR')
          ?.head()
          .catch(() => {});
        expect(arrived).toEqual(['localhost', 'localhost']);
        // It logs connections in order: one of those would be before this one.
        await okx(by());
        const since = () => proxy.told().slice(before.length);
        await until(async () => since().includes(VENDOR), 20_000);
        expect(since()).not.toContain('localhost');
      });
    },
  );
