/** A whole sandbox exchange in its own process, people with keys, and a proxy that drops responses on demand. */
import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { openDatabase } from '../../server/src/platform/database/database.ts';
import { checkInvariants } from '../../server/test/invariants.ts';
import { TEST_AUDIT_KEY } from '../../server/test/keys.ts';
import { addSession } from '../../server/test/people.ts';
import { createKeyPair } from '../../server/test/program.ts';
import { callServer, findFreePort, signIn, startServer } from '../../server/test/running-server.ts';
import { copyStartedSandbox } from '../../server/test/started-sandbox.ts';

export const MARKET = 'BITCOIN_TETHER';

export interface HmacKey {
  id: string;
  secret: string;
}
export interface Ed25519Key {
  id: string;
  privateKey: string;
}
export type TestExchange = Awaited<ReturnType<typeof startExchange>>;

export async function startExchange() {
  const { database, dataDir, settings } = await copyStartedSandbox();
  const { db, close } = openDatabase(database.url, 2, TEST_AUDIT_KEY);
  const server = await startServer({ ...settings, PORT: String(await findFreePort()) });
  const { url } = server;
  const maker = await signIn(url, 'maker@sarraf.test');
  const { body } = await callServer(url, 'GET', '/coins/exchange-price/usdt?toCurrencies=BITCOIN');
  const price = Number.parseInt(body[0].buyPrice, 10);

  async function makeKey(kind: string, permissions: string[], publicKey?: string) {
    const { rows } = await sql<{
      id: string;
    }>`select id from users where email = 'demo@sarraf.test'`.execute(db);
    const token = await addSession(db, rows[0]?.id ?? '', { proved: 'API_KEY' });
    const body = { label: 'client', kind, permissions, ...(publicKey && { publicKey }) };
    const reply = await callServer(url, 'POST', '/users/api-keys', { token, body });
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    return reply.body.baseDTO as { apiKey: { id: string }; secret: string };
  }

  return {
    url,
    /** Within the band, and far from orders of the other side. */
    low: Math.floor(price * 0.85),
    high: Math.floor(price * 1.15),
    async hmacKey(permissions = ['READ', 'TRADE']): Promise<HmacKey> {
      const { apiKey, secret } = await makeKey('HMAC', permissions);
      return { id: apiKey.id, secret };
    },
    async ed25519Key(permissions = ['READ', 'TRADE']): Promise<Ed25519Key> {
      const { privateKey, publicKey } = createKeyPair();
      const { apiKey } = await makeKey('ED25519', permissions, publicKey);
      return {
        id: apiKey.id,
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
    /** Places an order of another person; returns its id. */
    async placeOtherOrder(orderType: 'LIMITED_SELL' | 'LIMITED_BUY', amount: string, unitPrice: number) {
      const body = { marketType: MARKET, orderType, amount, unitPrice: String(unitPrice) };
      const placed = await callServer(url, 'POST', '/orders', { token: maker, body });
      if (placed.status !== 200) throw new Error(JSON.stringify(placed.body));
      return placed.body.baseDTO.id as string;
    },
    async cancelOtherOrder(id: string): Promise<void> {
      await callServer(url, 'DELETE', `/orders/${id}`, { token: maker });
    },
    /** Stops it. Throws when an invariant of the ledger is violated. */
    async close(): Promise<void> {
      await server.kill('SIGTERM');
      const violation = await checkInvariants(db);
      await close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      if (violation !== null) throw new Error(JSON.stringify(violation));
    },
  };
}

export type ConnectionProxy = Awaited<ReturnType<typeof startConnectionProxy>>;

/** A proxy to a server, for a client that is to lose its connection. */
export async function startConnectionProxy(to: string) {
  const port = await findFreePort();
  const openSockets = new Set<Socket>();
  let responsesToDrop = 0;
  let lost = 0;
  const server = createServer((clientSocket) => {
    const serverSocket = connect(Number.parseInt(new URL(to).port, 10), '127.0.0.1');
    for (const [one, other] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      openSockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        openSockets.delete(one);
        other.destroy();
      });
    }
    clientSocket.on('data', (bytes) => serverSocket.write(bytes));
    serverSocket.on('data', (bytes) => {
      if (responsesToDrop === 0) return void clientSocket.write(bytes);
      responsesToDrop -= 1;
      lost += 1;
      clientSocket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    /** The server processes requests and responds; the client gets none of the next `count` responses. */
    dropResponses(count: number): void {
      responsesToDrop = count;
    },
    get lost(): number {
      return lost;
    },
    /** Closes every connection. */
    closeConnections(): void {
      for (const socket of openSockets) socket.destroy();
    },
    async close(): Promise<void> {
      this.closeConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
