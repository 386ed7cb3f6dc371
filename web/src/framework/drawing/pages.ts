import { SERVER_RENDERED_ROUTES } from '../../routes.tsx';
import { matchPath } from '../navigation/match-path.ts';

export type Pattern = (typeof SERVER_RENDERED_ROUTES)[number]['path'];

export const findPage = (pathname: string) =>
  SERVER_RENDERED_ROUTES.find(({ path }) => matchPath(path, pathname));
