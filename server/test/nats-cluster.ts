/** Three local NATS servers, configured by the file of deploy/nats, with TLS; one may be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findTool } from '../../scripts/debian.ts';
import { makeCertificate } from './certificate.ts';
import { findFreePort } from './running-server.ts';
import { pollUntil } from './waiting.ts';

const CONFIG = join(import.meta.dirname, '../../deploy/nats/nats-server.conf');
const NAMES = ['one', 'two', 'three'] as const;
const LONG = 60_000;

export interface NatsNode {
  name: string;
  start(): void;
  kill(): Promise<void>;
}

export interface NatsCluster {
  /** All three, in the form of NATS_URL. */
  url: string;
  /** The CA of their certificate: for NODE_EXTRA_CA_CERTS. */
  authority: string;
  nodes: NatsNode[];
  /** Waits until each has a route to both others. */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
}

/** `folder`: for certificates and logs. */
export async function startNatsCluster(folder: string): Promise<NatsCluster> {
  const { key, cert } = makeCertificate();
  const files = { cert: join(folder, 'nats.pem'), key: join(folder, 'nats-key.pem') };
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key, { mode: 0o600 });
  const password = 'n0t-of-any-other-run';
  const ports = await Promise.all(
    NAMES.map(async (name) => ({
      name,
      client: await findFreePort(),
      route: await findFreePort(),
      monitor: await findFreePort(),
    })),
  );
  const quoteValue = (text: string) => `"${text}"`;
  const routes = ports.map(({ route }, i) => [
    `NATS_ROUTE_${i + 1}`,
    quoteValue(`nats-route://127.0.0.1:${route}`),
  ]);
  const children = new Set<ChildProcess>();
  const nodes = ports.map(({ name, client, route, monitor }) => {
    let child: ChildProcess | null = null;
    return {
      name,
      start() {
        const log = openSync(join(folder, `nats-${name}.log`), 'a');
        const natsProcess = spawn(findTool('nats-server') ?? '', ['-c', CONFIG, '-m', String(monitor)], {
          stdio: ['ignore', log, log],
          env: {
            NATS_NAME: name,
            NATS_LISTEN: quoteValue(`127.0.0.1:${client}`),
            NATS_CLUSTER_LISTEN: quoteValue(`127.0.0.1:${route}`),
            NATS_PASSWORD: quoteValue(password),
            NATS_CERT: quoteValue(files.cert),
            NATS_KEY: quoteValue(files.key),
            NATS_CA: quoteValue(files.cert),
            ...Object.fromEntries(routes),
          },
        });
        children.add(natsProcess);
        natsProcess.once('exit', () => children.delete(natsProcess));
        child = natsProcess;
      },
      async kill() {
        const ending = child;
        if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
        ending.kill('SIGKILL');
        await once(ending, 'exit');
      },
    };
  });
  async function stop(): Promise<void> {
    for (const { kill } of nodes) await kill();
    while (children.size > 0) await sleep(20);
  }
  // An interrupted run leaves none behind.
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL');
  });
  const countRoutes = async (monitor: number): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${monitor}/routez`).catch(() => null);
    return response?.ok ? ((await response.json()) as { num_routes: number }).num_routes : 0;
  };
  const untilWhole = () =>
    pollUntil(async () => {
      const counts = await Promise.all(ports.map(({ monitor }) => countRoutes(monitor)));
      return counts.every((count) => count >= NAMES.length - 1);
    }, LONG);
  for (const { start } of nodes) start();
  try {
    await untilWhole();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: ports.map(({ client }) => `tls://sarraf:${password}@127.0.0.1:${client}`).join(),
    authority: files.cert,
    nodes,
    untilWhole,
    stop,
  };
}
