/** The back office: waiting items, actions on user accounts, and the audit log of staff reads. */
import type { Http } from '../platform/http/http.ts';
import type { BackofficeContext, BackofficeDeps } from './deps.ts';
import { addRoutes } from './routes.ts';

export interface Backoffice {
  routes(http: Http): void;
}

export function createBackoffice(deps: BackofficeDeps): Backoffice {
  const context: BackofficeContext = { ...deps, now: () => new Date(deps.clock.now()) };
  return { routes: (http) => addRoutes(http, context) };
}
