import { Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import { tradePlace } from './lib/guard.ts';
import { lazyDesk, lazyHome, lazyPage } from './lib/lazy-page.ts';
import { useSession } from './lib/session.ts';
import { Guarded } from './pages/shell/guarded.tsx';
import { PublicLayout } from './pages/shell/public-layout.tsx';

export const Home = lazyHome(() => import('./pages/home/index.tsx'));
export const Wages = lazyPage(() => import('./pages/wages/index.tsx'));
export const Faq = lazyPage(() => import('./pages/faq/index.tsx'));
export const Guide = lazyPage(() => import('./pages/guide/index.tsx'));
export const Terms = lazyPage(() => import('./pages/terms/index.tsx'));
export const AboutUs = lazyPage(() => import('./pages/about-us/index.tsx'));
export const ContactUs = lazyPage(() => import('./pages/contact-us/index.tsx'));
export const Blog = lazyPage(() => import('./pages/blog/index.tsx'));
export const BlogArticle = lazyPage(() => import('./pages/blog/article.tsx'));
export const Announcements = lazyPage(() => import('./pages/announcements/index.tsx'));
export const NotFound = lazyPage(() => import('./pages/not-found/index.tsx'));
const Dummy = lazyPage(() => import('./pages/dummy/index.tsx'));
export const Markets = lazyPage(() => import('./pages/markets/index.tsx'));
export const Market = lazyPage(() => import('./pages/market/index.tsx'));
const Auth = lazyPage(() => import('./pages/auth/index.tsx'));
const BankReturn = lazyPage(() => import('./pages/bank-return/index.tsx'));
const Sandbox = lazyPage(() => import('./pages/sandbox/index.tsx'));
const SandboxBank = lazyPage(() => import('./pages/sandbox/bank.tsx'));
const Gallery = lazyPage(() => import('./pages/sandbox/gallery/index.tsx'));
const ProfileLayout = lazyPage(() => import('./pages/shell/profile-layout.tsx'));
const Dashboard = lazyPage(() => import('./pages/dashboard/index.tsx'));
const Invite = lazyPage(() => import('./pages/invite/index.tsx'));
const Otc = lazyPage(() => import('./pages/otc/index.tsx'));
const Trade = lazyPage(() => import('./pages/trade/index.tsx'));
const Wallet = lazyPage(() => import('./pages/wallet/index.tsx'));
const History = lazyPage(() => import('./pages/history/index.tsx'));
const Statements = lazyPage(() => import('./pages/history/statements.tsx'));
const StatementPaper = lazyPage(() => import('./pages/history/statement-paper.tsx'));
const WalletEx = lazyPage(() => import('./pages/wallet-ex/index.tsx'));
const Settings = lazyPage(() => import('./pages/settings/index.tsx'));
const Alerts = lazyPage(() => import('./pages/alerts/index.tsx'));
const Notices = lazyPage(() => import('./pages/notices/index.tsx'));
const Support = lazyPage(() => import('./pages/support/index.tsx'));
const FinoVerifying = lazyPage(() => import('./pages/fino-verifying/index.tsx'));
const SandboxGoogle = lazyPage(() => import('./pages/sandbox/google.tsx'));
const Backoffice = lazyDesk(() => import('./pages/backoffice/index.tsx'));
const Company = lazyPage(() => import('./pages/company/index.tsx'));
const CompanySheet = lazyPage(() => import('./pages/company/sheet.tsx'));
const CompanyStatement = lazyPage(() => import('./pages/company/statement.tsx'));
const CompanyDeposit = lazyPage(() => import('./pages/company-deposit/index.tsx'));
const CompanyResult = lazyPage(() => import('./pages/company-deposit/result.tsx'));
const CompanyDocs = lazyPage(() => import('./pages/company-docs/index.tsx'));
const Account = lazyPage(() => import('./pages/account/index.tsx'));

/** One screen that picks its form by path. */
const AUTH_PATHS = [
  'auth',
  'login',
  'login/send-mail',
  'login/send-phone',
  'login/forget',
  'login/forget-otp',
  'login/forget/verify',
  'sign-up',
  'sign-up/email-verification',
  'fromgoogle',
];

/** Every page once. Who may open what: `lib/guard.ts`. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        <Route index element={<Home />} />
        <Route path="markets" element={<Markets />} />
        <Route path="market/:coin/:sourceCoin" element={<Market />} />
        <Route path="wages" element={<Wages />} />
        <Route path="faq" element={<Faq />} />
        <Route path="guide" element={<Guide />} />
        <Route path="terms" element={<Terms />} />
        <Route path="about-us" element={<AboutUs />} />
        <Route path="contact-us" element={<ContactUs />} />
        <Route path="blog" element={<Blog />} />
        <Route path="blog/:slug" element={<BlogArticle />} />
        <Route path="announcements" element={<Announcements />} />
        <Route path="dummy" element={<Dummy />} />
        {AUTH_PATHS.map((path) => (
          <Route key={path} path={path} element={<Auth />} />
        ))}
        <Route path="company-deposit" element={<CompanyDeposit />} />
        <Route path="company-deposit/result" element={<CompanyResult />} />
        <Route path="company-docs" element={<CompanyDocs />} />
        <Route path="redirect-from-banks" element={<ToBankReturn />} />
        <Route path="profile/redirect-from-banks" element={<BankReturn />} />
        <Route path="sandbox" element={<Sandbox />} />
        <Route path="sandbox/ui" element={<Gallery />} />
        <Route path="*" element={<NotFound />} />
      </Route>
      <Route path="sandbox/bank/:authority" element={<SandboxBank />} />
      <Route path="sandbox/google/:state" element={<SandboxGoogle />} />
      <Route path="panel/fino-verifying" element={<Navigate to="/profile/fino-verifying" replace />} />
      <Route path="dashboard/:tradeTo/:tradeFrom" element={<ToTrade />} />
      <Route element={<TradeFrame />}>
        <Route path="profile/trade/:quote?/:coin?" element={<Trade />} />
      </Route>
      <Route element={<Guarded />}>
        <Route path="backoffice/*" element={<Backoffice />} />
        <Route path="profile/company/sheet" element={<CompanySheet />} />
        <Route path="profile/company/settlements/:id" element={<CompanyStatement />} />
        <Route path="profile/history/statements/:id" element={<StatementPaper />} />
        <Route path="profile" element={<ProfileLayout />}>
          <Route index element={<Dashboard />} />
          <Route path="otc" element={<Otc />} />
          <Route path="company" element={<Company />} />
          <Route path="invite" element={<Invite />} />
          <Route path="wallet" element={<Wallet />} />
          <Route path="walletEx" element={<WalletEx />} />
          <Route path="history" element={<History />} />
          <Route path="history/statements" element={<Statements />} />
          <Route path="account" element={<Account />} />
          <Route path="fino-verifying" element={<FinoVerifying />} />
          <Route path="settings" element={<Settings />} />
          <Route path="notices" element={<Notices />} />
          <Route path="support/*" element={<Support />} />
          <Route path="alerts" element={<Alerts />} />
        </Route>
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
