import { matchPath } from '../lib/navigation/match-path.ts';
import { DRAWN } from '../routes.tsx';

export type Pattern = (typeof DRAWN)[number]['path'];

export const pageAt = (pathname: string) => DRAWN.find(({ path }) => matchPath(path, pathname));
