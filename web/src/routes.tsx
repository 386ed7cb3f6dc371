import type { ReactElement } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { lazyBackoffice, lazyHome, lazyPage } from './lib/loading/lazy-page.ts';
import { connectRoutes, type RouteRecord } from './lib/navigation/route-record.ts';
import { useSession } from './lib/session/session.ts';
import { Guarded } from './pages/shell/guarded.tsx';
import { PublicLayout } from './pages/shell/public-layout.tsx';
import { ToBankReturn, ToTrade } from './pages/shell/redirects.tsx';

/** What the server draws, in the public frame. */
export const DRAWN = [
  { path: '/', page: lazyHome(() => import('./pages/home/index.tsx')), drawn: 'home/index' },
  {
    path: '/markets',
    page: lazyPage(() => import('./pages/markets/index.tsx')),
    drawn: 'markets/index',
    variants: ['unit=TETHER'],
    menu: ['product', 'markets'],
  },
  {
    path: '/market/:coin/:sourceCoin',
    page: lazyPage(() => import('./pages/market/index.tsx')),
    drawn: 'market/index',
  },
  {
    path: '/wages',
    page: lazyPage(() => import('./pages/wages/index.tsx')),
    drawn: 'wages/index',
    menu: ['product', 'wages'],
  },
  {
    path: '/guide',
    page: lazyPage(() => import('./pages/guide/index.tsx')),
    drawn: 'guide/index',
    menu: ['help', 'guide'],
  },
  {
    path: '/faq',
    page: lazyPage(() => import('./pages/faq/index.tsx')),
    drawn: 'faq/index',
    menu: ['help', 'faq'],
  },
  {
    path: '/announcements',
    page: lazyPage(() => import('./pages/announcements/index.tsx')),
    drawn: 'announcements/index',
    menu: ['help', 'announcements'],
  },
  {
    path: '/terms',
    page: lazyPage(() => import('./pages/terms/index.tsx')),
    drawn: 'terms/index',
    menu: ['help', 'terms'],
  },
  {
    path: '/blog',
    page: lazyPage(() => import('./pages/blog/index.tsx')),
    drawn: 'blog/index',
    menu: ['company', 'blog'],
  },
  {
    path: '/blog/:slug',
    page: lazyPage(() => import('./pages/blog/article.tsx')),
    drawn: 'blog/article',
  },
  {
    path: '/about-us',
    page: lazyPage(() => import('./pages/about-us/index.tsx')),
    drawn: 'about-us/index',
    menu: ['company', 'about'],
  },
  {
    path: '/contact-us',
    page: lazyPage(() => import('./pages/contact-us/index.tsx')),
    drawn: 'contact-us/index',
    menu: ['company', 'contact'],
  },
] as const satisfies readonly RouteRecord[];

/** What is shown of every address that is no page; the server draws it at its pattern. */
export const NOT_FOUND = {
  path: '/*',
  page: lazyPage(() => import('./pages/not-found/index.tsx')),
  drawn: 'not-found/index',
} as const satisfies RouteRecord;

const Auth = lazyPage(() => import('./pages/auth/index.tsx'));

/** One screen that picks its form by path. */
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

/** What lies behind a login says for whom it is; in the trade page's frame anybody may look. */
type PersonalRecord = RouteRecord &
  ({ frame: 'profile' | 'bare'; access: 'person' | 'authorized' } | { frame: 'trade' });

/** The profile area and the back office. `bare`: with a frame of its own, or none. */
const PERSONAL: readonly PersonalRecord[] = [
  {
    path: '/profile',
    access: 'authorized',
    frame: 'profile',
    page: lazyPage(() => import('./pages/dashboard/index.tsx')),
    entry: { label: 'nav.dashboard', bottom: true },
  },
  {
    path: '/profile/otc',
    access: 'authorized',
    frame: 'profile',
    page: lazyPage(() => import('./pages/otc/index.tsx')),
    entry: { label: 'nav.otc', bottom: true },
  },
  {
    path: '/profile/trade/:quote?/:coin?',
    frame: 'trade',
    page: lazyPage(() => import('./pages/trade/index.tsx')),
    entry: { label: 'nav.p2p' },
  },
  {
    path: '/profile/wallet',
    access: 'authorized',
    frame: 'profile',
    page: lazyPage(() => import('./pages/wallet/index.tsx')),
    entry: { label: 'nav.wallet', bottom: true },
  },
  {
    path: '/profile/walletEx',
    access: 'authorized',
    frame: 'profile',
    page: lazyPage(() => import('./pages/wallet-ex/index.tsx')),
  },
  {
    path: '/profile/history',
    access: 'authorized',
    frame: 'profile',
    page: lazyPage(() => import('./pages/history/index.tsx')),
    entry: { label: 'nav.history', bottom: true },
  },
  {
    path: '/profile/history/statements',
    access: 'authorized',
    frame: 'profile',
    page: lazyPage(() => import('./pages/history/statements/statements.tsx')),
  },
  {
    path: '/profile/history/statements/:id',
    access: 'authorized',
    frame: 'bare',
    page: lazyPage(() => import('./pages/history/statements/statement-paper.tsx')),
  },
  {
    path: '/profile/alerts',
    access: 'person',
    frame: 'profile',
    page: lazyPage(() => import('./pages/alerts/index.tsx')),
    entry: { label: 'alerts.list.title' },
  },
  {
    path: '/profile/notices',
    access: 'person',
    frame: 'profile',
    page: lazyPage(() => import('./pages/notices/index.tsx')),
    entry: { label: 'notices.title' },
  },
  {
    path: '/profile/company',
    access: 'person',
    frame: 'profile',
    page: lazyPage(() => import('./pages/company/index.tsx')),
    entry: { label: 'nav.company', of: 'companies' },
  },
  {
    path: '/profile/company/sheet',
    access: 'person',
    frame: 'bare',
    page: lazyPage(() => import('./pages/company/sheet.tsx')),
  },
  {
    path: '/profile/company/settlements/:id',
    access: 'person',
    frame: 'bare',
    page: lazyPage(() => import('./pages/company/settlements/statement.tsx')),
  },
  {
    path: '/profile/invite',
    access: 'person',
    frame: 'profile',
    page: lazyPage(() => import('./pages/invite/index.tsx')),
    entry: { label: 'nav.invite' },
  },
  {
    path: '/profile/account',
    access: 'person',
    frame: 'profile',
    page: lazyPage(() => import('./pages/account/index.tsx')),
    entry: { label: 'nav.account' },
  },
  {
    path: '/profile/fino-verifying',
    access: 'person',
    frame: 'profile',
    page: lazyPage(() => import('./pages/fino-verifying/index.tsx')),
  },
  {
    path: '/profile/settings',
    access: 'person',
    frame: 'profile',
    page: lazyPage(() => import('./pages/settings/index.tsx')),
    entry: { label: 'nav.settings' },
  },
  {
    path: '/profile/support/*',
    access: 'person',
    frame: 'profile',
    page: lazyPage(() => import('./pages/support/index.tsx')),
    entry: { label: 'nav.support' },
  },
  {
    path: '/backoffice/*',
    access: 'person',
    frame: 'bare',
    page: lazyBackoffice(() => import('./pages/backoffice/index.tsx')),
    entry: { label: 'nav.backoffice', of: 'staff' },
  },
];
const inFrame = (frame: PersonalRecord['frame']) => PERSONAL.filter((record) => record.frame === frame);

/** All other pages, by the frame in which they stand. */
const OPEN = {
  public: [
    ...DRAWN,
    ...AUTH,
    { path: '/dummy', page: lazyPage(() => import('./pages/dummy/index.tsx')) },
    { path: '/freeze', page: lazyPage(() => import('./pages/freeze/index.tsx')) },
    { path: '/company-deposit', page: lazyPage(() => import('./pages/company-deposit/index.tsx')) },
    { path: '/company-deposit/result', page: lazyPage(() => import('./pages/company-deposit/result.tsx')) },
    { path: '/company-docs', page: lazyPage(() => import('./pages/company-docs/index.tsx')) },
    { path: '/profile/redirect-from-banks', page: lazyPage(() => import('./pages/bank-return/index.tsx')) },
    { path: '/sandbox', page: lazyPage(() => import('./pages/sandbox/index.tsx')) },
    { path: '/sandbox/ui', page: lazyPage(() => import('./pages/sandbox/gallery/index.tsx')) },
  ],
  unframed: [
    { path: '/sandbox/bank/:authority', page: lazyPage(() => import('./pages/sandbox/bank.tsx')) },
    { path: '/sandbox/google/:state', page: lazyPage(() => import('./pages/sandbox/google.tsx')) },
  ],
} as const satisfies Record<string, readonly RouteRecord[]>;

/** Every page once. */
export const ROUTES: readonly RouteRecord[] = [...OPEN.public, ...OPEN.unframed, ...PERSONAL];

/** Other addresses of pages. */
export const REDIRECTS: readonly (Pick<RouteRecord, 'path' | 'access'> & { element: ReactElement })[] = [
  { path: '/profile/dashboard', access: 'authorized', element: <Navigate to="/profile" replace /> },
  { path: '/redirect-from-banks', element: <ToBankReturn /> },
  { path: '/panel/fino-verifying', element: <Navigate to="/profile/fino-verifying" replace /> },
  { path: '/dashboard/:tradeTo/:tradeFrom', element: <ToTrade /> },
];

connectRoutes([...ROUTES, ...REDIRECTS]);

const ProfileLayout = lazyPage(() => import('./pages/shell/profile-layout.tsx'));

const routesOf = (records: readonly RouteRecord[]) =>
  records.map(({ path, page: Page }) => <Route key={path} path={path} element={<Page />} />);

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<PublicLayout />}>{routesOf([...OPEN.public, NOT_FOUND])}</Route>
      {routesOf(OPEN.unframed)}
      {REDIRECTS.map(({ path, element }) => (
        <Route key={path} path={path} element={element} />
      ))}
      <Route element={<TradeFrame />}>{routesOf(inFrame('trade'))}</Route>
      <Route element={<Guarded />}>
        {routesOf(inFrame('bare'))}
        <Route element={<ProfileLayout />}>{routesOf(inFrame('profile'))}</Route>
      </Route>
    </Routes>
  );
}

/** Anyone may look at a market: visitors in the public frame, people in their own. */
function TradeFrame() {
  const { signedIn } = useSession();
  return signedIn ? <ProfileLayout /> : <PublicLayout />;
}
