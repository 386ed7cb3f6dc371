/** The back office: who waits, who is let in, blocked or helped, and who of the staff looked at whom. */
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
