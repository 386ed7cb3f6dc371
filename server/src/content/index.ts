/** Texts about the exchange, and their editing by staff. */
import type { Http } from '../platform/http/http.ts';
import type { ContentDeps, SiteDeps } from './deps.ts';
import { addRoutes } from './routes.ts';
import { addContentStaffRoutes } from './staff-routes.ts';

export type { ContentDeps } from './deps.ts';

export type { TextFigures } from './figures.ts';
export { loadContent } from './load-content.ts';
export { createNews } from './news.ts';
export { createAnnouncementsJob } from './notify-announcements.ts';
export type { NewsFeed } from './ports.ts';
export { readIssuer, readOperator, seedExchangeInfo, warnWithoutIssuer } from './save-exchange-info.ts';

export interface Content {
  routes(http: Http): void;
}

export function createContent(deps: ContentDeps & SiteDeps): Content {
  return {
    routes(http) {
      addRoutes(http, deps);
      addContentStaffRoutes(http, deps);
    },
  };
}
