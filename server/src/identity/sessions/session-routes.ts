import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { endOtherSessions, endSession } from './end-sessions.ts';
import { listLogins } from './list-logins.ts';
import { listSessions } from './list-sessions.ts';

const ok = (message: string) => ({ status: 'OK' as const, message });

export function addSessionRoutes(http: Http, context: IdentityContext): void {
  http.route(contract.sessions, async ({ caller }) => ({
    ...ok('sessions'),
    content: await listSessions(context, caller),
  }));
  http.route(contract.endSession, async ({ caller, params }) => {
    await endSession(context, caller, params.id);
    return ok('session ended');
  });
  http.route(contract.endSessions, async ({ caller, query }) => {
    await endOtherSessions(context, caller, query);
    return ok('sessions ended');
  });
  http.route(contract.loginHistory, async ({ caller, query }) => ({
    ...ok('logins'),
    ...(await listLogins(context, caller, query)),
  }));
}
