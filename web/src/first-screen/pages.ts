import { matchPath } from '../lib/navigation/match-path.ts';
import { SERVER_RENDERED_ROUTES } from '../routes.tsx';

export type Pattern = (typeof SERVER_RENDERED_ROUTES)[number]['path'];

export const findPage = (pathname: string) =>
  SERVER_RENDERED_ROUTES.find(({ path }) => matchPath(path, pathname));
