import { sql } from 'kysely';
import type { Ledger } from './ledger/index.ts';
import type { Db } from './platform/database.ts';
import type { Http } from './platform/http.ts';

/** `/health/live`: the process answers. `/health/ready`: it can serve, the database and the books included. */
export function addHealth({ app }: Http, db: Db, ledger: Ledger): void {
  app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'OK' }));
  app.get('/health/ready', { schema: { hide: true } }, async (_request, reply) => {
    const database = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    const writer = ledger.isWriter();
    return reply
      .code(database && writer ? 200 : 503)
      .send({ status: database && writer ? 'OK' : 'SERVICE_UNAVAILABLE', database, writer });
  });
}
