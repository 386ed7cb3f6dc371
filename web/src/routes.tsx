import { Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import { type LazyPage, lazyBackoffice, lazyHome, lazyPage } from './lib/loading/lazy-page.ts';
import { tradePlace } from './lib/navigation/guard.ts';
import { useSession } from './lib/session/session.ts';
import { Guarded } from './pages/shell/guarded.tsx';
import { PublicLayout } from './pages/shell/public-layout.tsx';

/** A page and its address. Who may open it: `lib/navigation/guard.ts`. */
export interface RouteRecord {
  path: string;
  page: LazyPage;
  /** Of a public page that the server sends as HTML, with its data: the module by which its styles are found. */
  drawn?: string;
  /** Searches that make another drawn page of it. */
  variants?: readonly string[];
}

/** What the server draws, in the public frame. */
export const DRAWN = [
  { path: '/', page: lazyHome(() => import('./pages/home/index.tsx')), drawn: 'home/index' },
  {
    path: '/markets',
    page: lazyPage(() => import('./pages/markets/index.tsx')),
    drawn: 'markets/index',
    variants: ['unit=TETHER'],
  },
  {
    path: '/market/:coin/:sourceCoin',
    page: lazyPage(() => import('./pages/market/index.tsx')),
    drawn: 'market/index',
  },
  { path: '/wages', page: lazyPage(() => import('./pages/wages/index.tsx')), drawn: 'wages/index' },
  { path: '/faq', page: lazyPage(() => import('./pages/faq/index.tsx')), drawn: 'faq/index' },
  { path: '/guide', page: lazyPage(() => import('./pages/guide/index.tsx')), drawn: 'guide/index' },
  { path: '/terms', page: lazyPage(() => import('./pages/terms/index.tsx')), drawn: 'terms/index' },
  { path: '/about-us', page: lazyPage(() => import('./pages/about-us/index.tsx')), drawn: 'about-us/index' },
  {
    path: '/contact-us',
    page: lazyPage(() => import('./pages/contact-us/index.tsx')),
    drawn: 'contact-us/index',
  },
  { path: '/blog', page: lazyPage(() => import('./pages/blog/index.tsx')), drawn: 'blog/index' },
  { path: '/blog/:slug', page: lazyPage(() => import('./pages/blog/article.tsx')), drawn: 'blog/article' },
  {
    path: '/announcements',
    page: lazyPage(() => import('./pages/announcements/index.tsx')),
    drawn: 'announcements/index',
  },
] as const satisfies readonly RouteRecord[];

/** What is shown of every address that is no page; the server draws it at its pattern. */
export const NOT_FOUND = {
  path: '/*',
  page: lazyPage(() => import('./pages/not-found/index.tsx')),
  drawn: 'not-found/index',
} as const satisfies RouteRecord;

const Auth = lazyPage(() => import('./pages/auth/index.tsx'));
const Trade = lazyPage(() => import('./pages/trade/index.tsx'));

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

/** Every page once, by the frame in which it stands. */
export const ROUTES = {
  public: [
    ...DRAWN,
    ...AUTH,
    { path: '/dummy', page: lazyPage(() => import('./pages/dummy/index.tsx')) },
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
  trade: [{ path: '/profile/trade/:quote?/:coin?', page: Trade }],
  /** For people who are signed in, with a frame of their own or none. */
  personal: [
    { path: '/backoffice/*', page: lazyBackoffice(() => import('./pages/backoffice/index.tsx')) },
    { path: '/profile/company/sheet', page: lazyPage(() => import('./pages/company/sheet.tsx')) },
    {
      path: '/profile/company/settlements/:id',
      page: lazyPage(() => import('./pages/company/settlements/statement.tsx')),
    },
    {
      path: '/profile/history/statements/:id',
      page: lazyPage(() => import('./pages/history/statements/statement-paper.tsx')),
    },
  ],
  profile: [
    { path: '/profile', page: lazyPage(() => import('./pages/dashboard/index.tsx')) },
    { path: '/profile/otc', page: lazyPage(() => import('./pages/otc/index.tsx')) },
    { path: '/profile/company', page: lazyPage(() => import('./pages/company/index.tsx')) },
    { path: '/profile/invite', page: lazyPage(() => import('./pages/invite/index.tsx')) },
    { path: '/profile/wallet', page: lazyPage(() => import('./pages/wallet/index.tsx')) },
    { path: '/profile/walletEx', page: lazyPage(() => import('./pages/wallet-ex/index.tsx')) },
    { path: '/profile/history', page: lazyPage(() => import('./pages/history/index.tsx')) },
    {
      path: '/profile/history/statements',
      page: lazyPage(() => import('./pages/history/statements/statements.tsx')),
    },
    { path: '/profile/account', page: lazyPage(() => import('./pages/account/index.tsx')) },
    { path: '/profile/fino-verifying', page: lazyPage(() => import('./pages/fino-verifying/index.tsx')) },
    { path: '/profile/settings', page: lazyPage(() => import('./pages/settings/index.tsx')) },
    { path: '/profile/notices', page: lazyPage(() => import('./pages/notices/index.tsx')) },
    { path: '/profile/support/*', page: lazyPage(() => import('./pages/support/index.tsx')) },
    { path: '/profile/alerts', page: lazyPage(() => import('./pages/alerts/index.tsx')) },
  ],
} as const satisfies Record<string, readonly RouteRecord[]>;

/** Other addresses of pages. */
export const REDIRECTS = [
  { path: '/redirect-from-banks', element: <ToBankReturn /> },
  { path: '/panel/fino-verifying', element: <Navigate to="/profile/fino-verifying" replace /> },
  { path: '/dashboard/:tradeTo/:tradeFrom', element: <ToTrade /> },
];

const ProfileLayout = lazyPage(() => import('./pages/shell/profile-layout.tsx'));

const routesOf = (records: readonly RouteRecord[]) =>
  records.map(({ path, page: Page }) => <Route key={path} path={path} element={<Page />} />);

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<PublicLayout />}>{routesOf([...ROUTES.public, NOT_FOUND])}</Route>
      {routesOf(ROUTES.unframed)}
      {REDIRECTS.map(({ path, element }) => (
        <Route key={path} path={path} element={element} />
      ))}
      <Route element={<TradeFrame />}>{routesOf(ROUTES.trade)}</Route>
      <Route element={<Guarded />}>
        {routesOf(ROUTES.personal)}
        <Route element={<ProfileLayout />}>{routesOf(ROUTES.profile)}</Route>
      </Route>
    </Routes>
  );
}

/** The bank's short address leads to the page, with the payment it names (specification §2.1). */
function ToBankReturn() {
  const { search } = useLocation();
  return <Navigate to={`/profile/redirect-from-banks${search}`} replace />;
}

/** Anyone may look at a market: visitors in the public frame, people in their own. */
function TradeFrame() {
  const { signedIn } = useSession();
  return signedIn ? <ProfileLayout /> : <PublicLayout />;
}

/** The other address of a market's page: quote first, then the coin (specification §2.3). */
function ToTrade() {
  const { tradeTo = '', tradeFrom = '' } = useParams();
  const address = `/profile/trade/${tradeTo}/${tradeFrom}`;
  const place = tradePlace(address);
  return <Navigate to={typeof place === 'string' ? place : address} replace />;
}
