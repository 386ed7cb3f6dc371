/** What the exchange says about itself. */
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Http } from '../platform/http.ts';
import { addRoutes } from './routes.ts';

export interface Content {
  routes(http: Http): void;
}

export function createContent(deps: { db: Db; clock: Clock }): Content {
  return { routes: (http) => addRoutes(http, deps) };
}
