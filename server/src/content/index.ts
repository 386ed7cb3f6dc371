/** What the exchange says about itself. */
import type { Db } from '../platform/database.ts';
import type { Http } from '../platform/http.ts';
import { addRoutes } from './routes.ts';

export interface Content {
  routes(http: Http): void;
}

export function createContent({ db }: { db: Db }): Content {
  return { routes: (http) => addRoutes(http, db) };
}
