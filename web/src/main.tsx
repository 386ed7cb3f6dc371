import '@fontsource-variable/vazirmatn/wght.css';
import './ui/global.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { pageAt } from './first-screen/pages.ts';
import { bootLanguage } from './i18n/language.ts';
import { loadLanguage } from './i18n/messages.ts';
import { keepReferral } from './lib/referral.ts';
import { showInBrowserBar } from './lib/theme.ts';
import { watchOtherTabs } from './lib/token.ts';

keepReferral();
watchOtherTabs();
// The page's own code is waited for, so that what the server drew is replaced at once by the same, and not by a gap.
await Promise.all([
  loadLanguage(bootLanguage()),
  pageAt(location.pathname)
    ?.preload()
    .catch(() => undefined),
]);
showInBrowserBar();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
delete document.documentElement.dataset.redraw;
