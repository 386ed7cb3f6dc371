import { backofficeRoutes } from '../pages/backoffice/shared/places.ts';
import { SUPPORT_PATHS } from '../pages/support/paths.ts';
import { REDIRECTS, ROUTES } from '../routes.tsx';

/** Routes that a part of the web has to itself, which is loaded when somebody goes there. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  '/backoffice/*': backofficeRoutes().map(([path]) => path),
  '/profile/support/*': SUPPORT_PATHS,
};

/** What those parts have to themselves: what is no page there is theirs to answer. */
export const partPatterns = (): string[] => Object.keys(PARTS);

/** Every pattern of an address that is a page, for the server to tell what is none: `/profile/trade/:quote?/:coin?`. */
export const routePatterns = (): string[] =>
  [...ROUTES, ...REDIRECTS].flatMap(({ path }) => {
    const own = PARTS[path];
    const base = path.replace(/\/\*$/, '');
    return own ? [base, ...own.map((below) => `${base}/${below}`)] : [path];
  });
