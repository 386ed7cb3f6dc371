import type { ReactElement } from 'react';
import { lazyHome, lazyPage } from './framework/loading/lazy-page.ts';
import { type RouteRecord, setRoutes } from './framework/navigation/route-record.ts';
import { Redirect, Routes, type Screen } from './framework/navigation/router.tsx';
import { useSession } from './lib/session/session.ts';
import { PublicLayout } from './pages/shell/public-layout.tsx';
import { RedirectToBankReturn, RedirectToTrade } from './pages/shell/redirects.tsx';
import { PERSONAL_ROUTES, routesWithLayout } from './personal-routes.ts';

/** Pages that the server renders, in the public layout. */
export const SERVER_RENDERED_ROUTES = [
  { path: '/', page: lazyHome(() => import('./pages/home/index.tsx')), drawn: 'home/index' },
  {
    path: '/markets',
    page: lazyPage(() => import('./pages/markets/index.tsx'), 'markets'),
    drawn: 'markets/index',
    variants: ['unit=TETHER'],
    menu: ['product', 'markets'],
    entry: { label: 'nav.markets', bottom: true },
  },
  {
    path: '/market/:coin/:sourceCoin',
    page: lazyPage(() => import('./pages/market/index.tsx'), 'alerts', 'history', 'markets'),
    drawn: 'market/index',
  },
  {
    path: '/wages',
    page: lazyPage(() => import('./pages/wages/index.tsx'), 'help', 'history', 'profile'),
    drawn: 'wages/index',
    menu: ['product', 'wages', 2],
  },
  {
    path: '/guide',
    page: lazyPage(() => import('./pages/guide/index.tsx'), 'help'),
    drawn: 'guide/index',
    menu: ['help', 'guide'],
  },
  {
    path: '/faq',
    page: lazyPage(() => import('./pages/faq/index.tsx'), 'help'),
    drawn: 'faq/index',
    menu: ['help', 'faq'],
  },
  {
    path: '/announcements',
    page: lazyPage(() => import('./pages/announcements/index.tsx'), 'help'),
    drawn: 'announcements/index',
    menu: ['help', 'announcements'],
  },
  {
    path: '/terms',
    page: lazyPage(() => import('./pages/terms/index.tsx'), 'help'),
    drawn: 'terms/index',
    menu: ['help', 'terms'],
  },
  {
    path: '/blog',
    page: lazyPage(() => import('./pages/blog/index.tsx'), 'help'),
    drawn: 'blog/index',
    menu: ['company', 'blog'],
  },
  {
    path: '/blog/:slug',
    page: lazyPage(() => import('./pages/blog/article.tsx'), 'help'),
    drawn: 'blog/article',
  },
  {
    path: '/about-us',
    page: lazyPage(() => import('./pages/about-us/index.tsx'), 'help'),
    drawn: 'about-us/index',
    menu: ['company', 'about'],
  },
  {
    path: '/contact-us',
    page: lazyPage(() => import('./pages/contact-us/index.tsx'), 'auth', 'help', 'support'),
    drawn: 'contact-us/index',
    menu: ['company', 'contact'],
  },
] as const satisfies readonly RouteRecord[];

/** The page for all unknown addresses; the server renders it at its pattern. */
export const NOT_FOUND = {
  path: '/*',
  page: lazyPage(() => import('./pages/not-found/index.tsx'), 'help'),
  drawn: 'not-found/index',
} as const satisfies RouteRecord;

const Auth = lazyPage(() => import('./pages/auth/index.tsx'), 'auth');

/** One page that selects its form by path. */
const AUTH: readonly RouteRecord[] = [
  '/auth',
  '/login',
  '/login/send-mail',
  '/login/send-phone',
  '/login/forget',
  '/login/forget-otp',
  '/login/forget/verify',
  '/sign-up',
  '/sign-up/email-verification',
  '/fromgoogle',
].map((path) => ({ path, page: Auth }));

/** All other pages, by layout. */
const OTHER_PUBLIC_ROUTES = {
  public: [
    ...SERVER_RENDERED_ROUTES,
    ...AUTH,
    {
      path: '/developers/:page?',
      page: lazyPage(() => import('./pages/developers/index.tsx'), 'developers'),
      menu: ['help', 'developers'],
    },
    { path: '/verify/:code?', page: lazyPage(() => import('./pages/verify/index.tsx'), 'verify') },
    { path: '/dummy', page: lazyPage(() => import('./pages/dummy/index.tsx'), 'help') },
    { path: '/freeze', page: lazyPage(() => import('./pages/freeze/index.tsx'), 'settings') },
    { path: '/company-docs', page: lazyPage(() => import('./pages/company-docs/index.tsx'), 'company') },
    {
      path: '/profile/redirect-from-banks',
      page: lazyPage(() => import('./pages/bank-return/index.tsx'), 'wallet'),
    },
    { path: '/sandbox', page: lazyPage(() => import('./pages/sandbox/index.tsx'), 'history', 'sandbox') },
    { path: '/sandbox/ui', page: lazyPage(() => import('./pages/sandbox/gallery/index.tsx')) },
  ],
  unframed: [
    {
      path: '/company-deposit',
      page: lazyPage(() => import('./pages/company-deposit/index.tsx'), 'company', 'wallet'),
    },
    {
      path: '/company-deposit/result',
      page: lazyPage(() => import('./pages/company-deposit/result.tsx'), 'company', 'wallet'),
    },
    {
      path: '/sandbox/bank/:authority',
      page: lazyPage(() => import('./pages/sandbox/bank.tsx'), 'sandbox'),
    },
    { path: '/sandbox/google/:state', page: lazyPage(() => import('./pages/sandbox/google.tsx'), 'sandbox') },
  ],
} as const satisfies Record<string, readonly RouteRecord[]>;

/** Every page once. */
export const ROUTES: readonly RouteRecord[] = [
  ...OTHER_PUBLIC_ROUTES.public,
  ...OTHER_PUBLIC_ROUTES.unframed,
  ...PERSONAL_ROUTES,
];

/** Alternative addresses of pages. */
export const REDIRECTS: readonly (Pick<RouteRecord, 'path' | 'access'> & { element: ReactElement })[] = [
  { path: '/profile/dashboard', access: 'authorized', element: <Redirect to="/profile" /> },
  { path: '/redirect-from-banks', element: <RedirectToBankReturn /> },
  { path: '/panel/fino-verifying', element: <Redirect to="/profile/fino-verifying" /> },
  { path: '/dashboard/:tradeTo/:tradeFrom', element: <RedirectToTrade /> },
];

const Guarded = lazyHome(() => import('./pages/shell/guarded.tsx'));
const ProfileLayout = lazyPage(
  () => import('./pages/shell/profile-layout.tsx'),
  'notices',
  'alerts',
  'recurring',
);

const LAYOUTS = { profile: [Guarded, ProfileLayout], bare: [Guarded], trade: [] } as const;
setRoutes([
  ...ROUTES.map((record: RouteRecord & Partial<(typeof PERSONAL_ROUTES)[number]>) => ({
    ...record,
    preload: () =>
      Promise.all([record.page, ...LAYOUTS[record.frame ?? 'trade']].map((part) => part.preload())),
  })),
  ...REDIRECTS,
]);

const toScreens = (records: readonly RouteRecord[], ...frames: readonly ReactElement[]): Screen[] =>
  records.map(({ path, page: Page }) => ({ path, element: <Page />, frames }));

const SCREENS: readonly Screen[] = [
  ...toScreens(OTHER_PUBLIC_ROUTES.public, <PublicLayout />),
  ...toScreens(OTHER_PUBLIC_ROUTES.unframed),
  ...REDIRECTS,
  ...toScreens(routesWithLayout('trade'), <TradeLayout />),
  ...toScreens(routesWithLayout('bare'), <Guarded />),
  ...toScreens(routesWithLayout('profile'), <Guarded />, <ProfileLayout />),
  ...toScreens([NOT_FOUND], <PublicLayout />),
];

export const AppRoutes = () => <Routes screens={SCREENS} />;

/** Anyone may look at a market: visitors in the public layout, signed-in users in their own. */
function TradeLayout() {
  const { signedIn } = useSession();
  return signedIn ? <ProfileLayout /> : <PublicLayout />;
}
