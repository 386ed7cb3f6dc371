import { type OutboxMessage, sandboxOutbox } from '@sarraf/domain/contracts';
import type { Http } from '../platform/http.ts';

/** The sandbox's outbox, at /api/sandbox/outbox like every endpoint, and at /sandbox/outbox, where tests look. */
export function addSandboxRoutes(http: Http, read: (to?: string) => Promise<OutboxMessage[]>): void {
  http.route(sandboxOutbox, ({ query }) => read(query.to));
  http.app.get<{ Querystring: { to?: string } }>(
    sandboxOutbox.path,
    { schema: { hide: true, querystring: sandboxOutbox.query, response: { 200: sandboxOutbox.reply } } },
    (request, reply) => {
      reply.header('cache-control', 'no-store');
      return read(request.query.to);
    },
  );
}
