import { listBackofficeRoutes } from '../../pages/backoffice/shared/places.ts';
import { SUPPORT_PATHS } from '../../pages/support/paths.ts';
import { REDIRECTS, ROUTES } from '../../routes.tsx';

/** Routes of the lazily loaded areas of the site. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  '/backoffice/*': listBackofficeRoutes().map(([path]) => path),
  '/profile/support/*': SUPPORT_PATHS,
};

/** Patterns of those areas: they render their own "not found" page. */
export const partPatterns = (): string[] => Object.keys(PARTS);

/** Returns all path patterns of pages, so that the server can detect unknown paths: `/profile/trade/:quote?/:coin?`. */
export const routePatterns = (): string[] =>
  [...ROUTES, ...REDIRECTS].flatMap(({ path }) => {
    const own = PARTS[path];
    const base = path.replace(/\/\*$/, '');
    return own ? [base, ...own.map((below) => `${base}/${below}`)] : [path];
  });
