import { lazyPage } from './lib/loading/lazy-page.ts';
import type { RouteRecord } from './lib/navigation/route-record.ts';

/** A page that requires a login declares its access; in the trade page's layout anyone may look. */
type PersonalRecord = RouteRecord &
  ({ frame: 'profile' | 'bare'; access: 'person' | 'authorized' } | { frame: 'trade' });

/** The profile area and the back office. `bare`: with a layout of its own, or none. */
export const PERSONAL_ROUTES: readonly PersonalRecord[] = [
  {
    path: '/profile',
    access: 'authorized',
    frame: 'profile',
    page: lazyPage(
      () => import('./pages/dashboard/index.tsx'),
      'account',
      'dashboard',
      'markets',
      'profile',
      'wallet',
    ),
    entry: { label: 'nav.dashboard', bottom: true },
  },
  {
    path: '/profile/otc',
    access: 'authorized',
    frame: 'profile',
    page: lazyPage(() => import('./pages/otc/index.tsx'), 'otc', 'markets'),
    entry: { label: 'nav.otc', bottom: true },
  },
  {
    path: '/profile/trade/:quote?/:coin?',
    frame: 'trade',
    page: lazyPage(() => import('./pages/trade/index.tsx'), 'alerts', 'exchange', 'markets'),
    menu: ['product', 'p2p', 1],
    entry: { label: 'nav.p2p', bottom: true },
  },
  {
    path: '/profile/wallet',
    access: 'authorized',
    frame: 'profile',
    page: lazyPage(
      () => import('./pages/wallet/index.tsx'),
      'auth',
      'coin-deposit',
      'history',
      'wallet',
      'withdraw',
    ),
    entry: { label: 'nav.wallet', bottom: true },
  },
  {
    path: '/profile/wallet/movements',
    access: 'authorized',
    frame: 'profile',
    page: lazyPage(() => import('./pages/wallet/movements/index.tsx'), 'history', 'markets', 'wallet'),
  },
  {
    path: '/profile/walletEx',
    access: 'authorized',
    frame: 'profile',
    page: lazyPage(() => import('./pages/wallet-ex/index.tsx'), 'history'),
  },
  {
    path: '/profile/history',
    access: 'authorized',
    frame: 'profile',
    page: lazyPage(
      () => import('./pages/history/index.tsx'),
      'history',
      'markets',
      'profile',
      'settings',
      'statement',
      'wallet',
    ),
    entry: { label: 'nav.history' },
  },
  {
    path: '/profile/history/statements',
    access: 'authorized',
    frame: 'profile',
    page: lazyPage(() => import('./pages/history/statements/statements.tsx'), 'statement'),
  },
  {
    path: '/profile/history/statements/:id',
    access: 'authorized',
    frame: 'bare',
    page: lazyPage(() => import('./pages/history/statements/statement-paper.tsx'), 'statement', 'verify'),
  },
  {
    path: '/profile/recurring',
    access: 'authorized',
    frame: 'profile',
    page: lazyPage(() => import('./pages/recurring/index.tsx'), 'auth', 'markets', 'recurring'),
    entry: { label: 'recurring.title' },
  },
  {
    path: '/profile/alerts',
    access: 'person',
    frame: 'profile',
    page: lazyPage(() => import('./pages/alerts/index.tsx'), 'alerts', 'auth'),
    entry: { label: 'alerts.list.title' },
  },
  {
    path: '/profile/notices',
    access: 'person',
    frame: 'profile',
    page: lazyPage(() => import('./pages/notices/index.tsx'), 'notices'),
    entry: { label: 'notices.title' },
  },
  {
    path: '/profile/company',
    access: 'person',
    frame: 'profile',
    page: lazyPage(
      () => import('./pages/company/index.tsx'),
      'account',
      'auth',
      'company',
      'history',
      'wallet',
      'withdraw',
    ),
    entry: { label: 'nav.company', of: 'companies' },
  },
  {
    path: '/profile/company/sheet',
    access: 'person',
    frame: 'bare',
    page: lazyPage(() => import('./pages/company/sheet.tsx'), 'company'),
  },
  {
    path: '/profile/company/settlements/:id',
    access: 'person',
    frame: 'bare',
    page: lazyPage(() => import('./pages/company/settlements/statement.tsx'), 'company', 'history'),
  },
  {
    path: '/profile/invite',
    access: 'person',
    frame: 'profile',
    page: lazyPage(() => import('./pages/invite/index.tsx'), 'invite'),
    entry: { label: 'nav.invite' },
  },
  {
    path: '/profile/account',
    access: 'person',
    frame: 'profile',
    page: lazyPage(
      () => import('./pages/account/index.tsx'),
      'account',
      'auth',
      'company',
      'profile',
      'settings',
      'wallet',
    ),
    entry: { label: 'nav.account' },
  },
  {
    path: '/profile/fino-verifying',
    access: 'person',
    frame: 'profile',
    page: lazyPage(() => import('./pages/fino-verifying/index.tsx'), 'account', 'auth'),
  },
  {
    path: '/profile/settings/api',
    access: 'person',
    frame: 'profile',
    page: lazyPage(() => import('./pages/api-keys/index.tsx'), 'api-keys'),
  },
  {
    path: '/profile/settings',
    access: 'person',
    frame: 'profile',
    page: lazyPage(
      () => import('./pages/settings/index.tsx'),
      'api-keys',
      'auth',
      'history',
      'notices',
      'settings',
      'withdraw',
    ),
    entry: { label: 'nav.settings' },
  },
  {
    path: '/profile/support/*',
    access: 'person',
    frame: 'profile',
    page: lazyPage(() => import('./pages/support/index.tsx'), 'auth', 'support'),
    entry: { label: 'nav.support' },
  },
  {
    path: '/backoffice/*',
    access: 'person',
    frame: 'bare',
    page: lazyPage(
      () => import('./pages/backoffice/index.tsx'),
      'company',
      'history',
      'markets',
      'profile',
      'support',
      'wallet',
      'staff',
    ),
    entry: { label: 'nav.backoffice', of: 'staff' },
  },
];

export const routesWithLayout = (frame: PersonalRecord['frame']) =>
  PERSONAL_ROUTES.filter((record) => record.frame === frame);
