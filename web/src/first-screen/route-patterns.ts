import { createRoutesFromElements, type RouteObject } from 'react-router';
import { AppRoutes } from '../routes.tsx';

/** Every pattern of routes.tsx as it stands there, for the server to tell what is a page: `/profile/trade/:quote?/:coin?`. */
export const routePatterns = (): string[] => patternsOf(createRoutesFromElements(AppRoutes().props.children));

const patternsOf = (routes: readonly RouteObject[], above = ''): string[] =>
  routes.flatMap(({ path, index, children }) => {
    const own = path === undefined ? above : `${above}/${path}`;
    if (children) return patternsOf(children, own);
    return index || path !== '*' ? [own || '/'] : [];
  });
