import { sql } from 'kysely';
import type { Ledger } from './ledger/index.ts';
import type { Db } from './platform/database.ts';
import type { Forwarding } from './platform/forward.ts';
import type { Http } from './platform/http.ts';

/**
 * `/health/live`: the process answers. `/health/ready`: it can serve, the database and the books included, which it
 * settles itself (`writer`) or has settled by a process that it reaches (`forwarding`).
 */
export function addHealth(
  { app }: Http,
  { db, ledger, forwarding }: { db: Db; ledger: Ledger; forwarding?: Forwarding | undefined },
): void {
  app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'OK' }));
  app.get('/health/ready', { schema: { hide: true } }, async (_request, reply) => {
    const database = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    const writer = ledger.isWriter();
    const passing = !writer && forwarding?.isReachable() === true;
    const ready = database && (writer || passing);
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'OK' : 'SERVICE_UNAVAILABLE',
      database,
      writer,
      ...(forwarding && { forwarding: passing }),
    });
  });
}
