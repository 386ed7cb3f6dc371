import type { LazyPage } from '../lib/lazy-page.ts';
import { Home } from '../routes.tsx';

/** The public pages whose first screen the server sends as HTML. */
export const SCREENS: readonly { path: string; page: LazyPage; module: string }[] = [
  { path: '/', page: Home, module: 'src/pages/home/index.tsx' },
];

export const pageAt = (pathname: string): LazyPage | undefined =>
  SCREENS.find(({ path }) => path === (pathname.replace(/\/+$/, '') || '/'))?.page;
