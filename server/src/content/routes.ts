import { blog, exchangeInfo } from '@sarraf/domain/contracts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Http } from '../platform/http.ts';
import { listBlog, listExchangeInfo } from './store.ts';

/** How long a text that was changed may still be told as it was. */
const KEPT_MS = 60_000;

export function addRoutes(http: Http, { db, clock }: { db: Db; clock: Clock }): void {
  http.route(exchangeInfo, async () => ({
    status: 'OK' as const,
    message: 'exchange info',
    content: await listExchangeInfo(db),
  }));

  const texts = new Map<string, { until: number; bytes: Buffer }>();
  http.route(blog, async ({ language, reply }) => {
    let known = texts.get(language);
    if (!known || clock.now() >= known.until) {
      const content = await listBlog(db, language);
      const bytes = Buffer.from(JSON.stringify({ status: 'OK', message: 'blog', content }));
      known = { until: clock.now() + KEPT_MS, bytes };
      texts.set(language, known);
    }
    return reply.type('application/json; charset=utf-8').send(known.bytes);
  });
}
