/** A pool of servers for test files: starting one takes as long as many tests. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject, type ProvidedContext } from 'vitest';
import { copyStarted } from '../server/test/started-sandbox.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The pool's URL. */
    lender: string;
  }
}

export type PooledServer = Pick<WholeServer, 'url' | 'databaseUrl'>;

/** Orders come from the journeys themselves, and coins can be deposited and withdrawn. */
const JOURNEY_SETTINGS = { WITH_SIGNER: '1', MARKET_MAKERS: 'off' };

/**
 * Lends servers to the local test processes, each to one at a time, except for the server of the journeys, which
 * they share; `stop` ends all.
 */
export async function startServerPool(
  databases: ProvidedContext['database'],
): Promise<{ url: string; stop(): Promise<void> }> {
  const started = new Map<string, WholeServer>();
  const free: WholeServer[] = [];
  let ofJourneys: Promise<WholeServer> | undefined;

  async function startServer(settings: Record<string, string> = {}): Promise<WholeServer> {
    const server = await startWholeServer(await copyStarted(databases), settings);
    started.set(server.url, server);
    return server;
  }
  async function lendServer(forJourney: boolean): Promise<PooledServer> {
    if (forJourney) ofJourneys ??= startServer(JOURNEY_SETTINGS);
    const { url, databaseUrl } =
      forJourney && ofJourneys ? await ofJourneys : (free.pop() ?? (await startServer()));
    return { url, databaseUrl };
  }

  const counter = createServer(async (request, reply) => {
    const { searchParams } = new URL(request.url ?? '', 'http://lender');
    const server = started.get(searchParams.get('back') ?? '');
    try {
      if (server) free.push(server);
      reply.end(JSON.stringify(server ? null : await lendServer(searchParams.has('journey'))));
    } catch (error) {
      reply.writeHead(500).end((error as Error).message);
    }
  });
  await once(counter.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(counter.address() as AddressInfo).port}`,
    async stop() {
      counter.closeAllConnections();
      counter.close();
      await Promise.all([...started.values()].map((server) => server.end()));
    },
  };
}

async function queryPool(query = ''): Promise<Response> {
  const response = await fetch(`${inject('lender')}/${query}`);
  if (!response.ok) throw new Error(`no server available: ${await response.text()}`);
  return response;
}

export const acquireServer = async (): Promise<PooledServer> =>
  (await (await queryPool()).json()) as PooledServer;

/** The server of the journeys is not returned: each journey has its own users there. */
export const joinJourneys = async (): Promise<PooledServer> =>
  (await (await queryPool('?journey')).json()) as PooledServer;

export async function releaseServer({ url }: PooledServer): Promise<void> {
  await queryPool(`?back=${encodeURIComponent(url)}`);
}
