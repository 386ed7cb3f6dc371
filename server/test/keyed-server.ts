/** A whole server on its own database, whose demo user has program keys of each kind. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { loadConfig } from '../src/platform/config/config.ts';
import { checkInvariants } from './invariants.ts';
import { openTestDatabase } from './open-database.ts';
import { addSession } from './people.ts';
import { createKeyPair, createPairProgram, createSignedHeaders } from './program.ts';
import { startReady } from './ready-server.ts';
import { callServer, findFreePort } from './running-server.ts';
import { createStartedDatabase } from './started-sandbox.ts';
import { pollUntil } from './waiting.ts';

export async function startKeyedServer() {
  const test = await createStartedDatabase();
  const database = openTestDatabase(test.url, 2);
  const sarraf = await startReady(
    loadConfig({
      ...test.settings,
      PORT: String(await findFreePort()),
      LOG_LEVEL: 'silent',
    }),
  );
  const { url } = sarraf;
  const session = async (email: string, more: Parameters<typeof addSession>[2] = {}) => {
    const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(
      database.db,
    );
    return addSession(database.db, rows[0]?.id ?? '', more);
  };
  /** Creates a key of the demo user that reads and trades. */
  const makeKey = async (more: object): Promise<{ apiKey: { id: string }; secret: string | null }> => {
    const token = await session('demo@sarraf.test', { proved: 'API_KEY' });
    const body = { label: 'a program', permissions: ['READ', 'TRADE'], ...more };
    const reply = await callServer(url, 'POST', '/users/api-keys', { token, body });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body.baseDTO;
  };
  const { privateKey, publicKey } = createKeyPair();
  const program = createPairProgram((await makeKey({ kind: 'ED25519', publicKey })).apiKey.id, privateKey);
  const shared = await makeKey({ kind: 'HMAC' });
  // Right after its start a server accepts no money request by key.
  const path = '/api/orders/01900000-0000-7000-8000-000000000000';
  await pollUntil(async () => {
    const headers = createSignedHeaders(program, { method: 'DELETE', path, time: Date.now() });
    return (await fetch(url + path, { method: 'DELETE', headers })).status === 404;
  }, 120_000);
  return {
    url,
    session,
    makeKey,
    program,
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    shared: { id: shared.apiKey.id, secret: shared.secret ?? '' },
    async close(): Promise<void> {
      await sarraf.stop();
      expect(await checkInvariants(database.db)).toBeNull();
      await database.close();
      await test.drop();
    },
  };
}
