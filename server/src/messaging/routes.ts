import * as contract from '@sarraf/domain/contracts';
import { type OutboxMessage, sandboxOutbox } from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import type { BrandNames } from './brand-name.ts';
import { countUnreadNotices } from './notice-store.ts';
import { changeSetting, markNoticesRead, readNoticeSettings, readNotices } from './read-notices.ts';
import type { InboxDeps } from './store-notices.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addRoutes(http: Http, context: InboxDeps & { names: () => BrandNames }): void {
  http.route(contract.notices, async ({ caller, query, language }) => ({
    ...OK,
    ...(await readNotices(context, caller.userId, query, language)),
  }));
  http.route(contract.unreadNotices, async ({ caller }) => ({
    ...OK,
    baseDTO: { count: await countUnreadNotices(context.db, caller.userId) },
  }));
  http.route(contract.markNoticesRead, async ({ caller, body }) => ({
    ...OK,
    baseDTO: { count: await markNoticesRead(context, caller.userId, body.until) },
  }));
  http.route(contract.noticeSettings, async ({ caller }) => ({
    ...OK,
    baseDTO: await readNoticeSettings(context, caller.userId),
  }));
  http.route(contract.setNoticeSetting, async ({ caller, body }) => ({
    ...OK,
    baseDTO: await changeSetting(context, caller.userId, body),
  }));
}

/** Serves the sandbox's outbox, at /api/sandbox/outbox like every endpoint, and at /sandbox/outbox for tests. */
export function addSandboxOutboxRoutes(http: Http, read: (to?: string) => Promise<OutboxMessage[]>): void {
  http.route(sandboxOutbox, ({ query }) => read(query.to));
  http.app.get<{ Querystring: { to?: string } }>(
    sandboxOutbox.path,
    { schema: { querystring: sandboxOutbox.query, response: { 200: sandboxOutbox.reply } } },
    (request, reply) => {
      reply.header('cache-control', 'no-store');
      return read(request.query.to);
    },
  );
}
