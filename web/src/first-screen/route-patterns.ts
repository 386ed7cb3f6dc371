import { createRoutesFromElements, type RouteObject } from 'react-router';
import { BACKOFFICE_PATHS } from '../pages/backoffice/paths.ts';
import { SUPPORT_PATHS } from '../pages/support/paths.ts';
import { AppRoutes } from '../routes.tsx';

/** Routes that a part of the web has to itself, which is loaded when somebody goes there. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  '/backoffice/*': Object.keys(BACKOFFICE_PATHS),
  '/profile/support/*': SUPPORT_PATHS,
};

/** Every pattern of routes.tsx as it stands there, for the server to tell what is a page: `/profile/trade/:quote?/:coin?`. */
export const routePatterns = (): string[] =>
  patternsOf(createRoutesFromElements(AppRoutes().props.children)).flatMap((pattern) => {
    const own = PARTS[pattern];
    const base = pattern.replace(/\/\*$/, '');
    return own ? [base, ...own.map((path) => `${base}/${path}`)] : [pattern];
  });

const patternsOf = (routes: readonly RouteObject[], above = ''): string[] =>
  routes.flatMap(({ path, index, children }) => {
    const own = path === undefined ? above : `${above}/${path}`;
    if (children) return patternsOf(children, own);
    return index || path !== '*' ? [own || '/'] : [];
  });
