import '@fontsource-variable/vazirmatn/wght.css';
import './ui/global.css';
import { startTransition, useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { pageAt } from './first-screen/pages.ts';
import { bootLanguage } from './i18n/language.ts';
import { loadLanguage } from './i18n/messages.ts';
import { startBrand, takeBrand } from './lib/brand.ts';
import { localDate } from './lib/format.ts';
import { recordEarlyInput } from './lib/input-replay.ts';
import { watchVersions } from './lib/new-version.ts';
import { leaveDrawn } from './lib/place.ts';
import { type Given, takeGiven } from './lib/public-query.ts';
import { keepReferral } from './lib/referral.ts';
import { showInBrowserBar } from './lib/theme.ts';
import { watchOtherTabs } from './lib/token.ts';
import { report } from './pages/shell/page-boundary.tsx';
import { NOT_FOUND } from './routes.tsx';

keepReferral();
watchOtherTabs();
watchVersions();
readGiven();
startBrand();
// What breaks beside the pages, which go on.
addEventListener('error', ({ error }) => report(error));
addEventListener('unhandledrejection', ({ reason }) => report(reason));
// The first date formatted takes as long as a page: in a turn of its own while the rest comes, not within a rendering.
setTimeout(() => localDate(new Date().toISOString(), bootLanguage()));
// The page's own code is waited for, so that what the server drew is replaced at once by the same, and not by a gap.
await Promise.all([
  loadLanguage(bootLanguage()),
  // What is drawn and none of the listed pages is the one that says so.
  (pageAt(location.pathname) ?? (document.getElementById('given') ? NOT_FOUND : undefined))?.page
    .preload()
    .catch(() => undefined),
]).catch((error) => {
  // boot.js offers to load the page again.
  dispatchEvent(new Event('unstarted'));
  throw error;
});
const root = document.getElementById('root');
if (root) {
  const giveBack = recordEarlyInput(root);
  // In slices, so that a slow phone scrolls what the server drew meanwhile.
  startTransition(() => createRoot(root).render(<Started then={giveBack} />));
}

function Started({ then }: { then: () => void }) {
  // Not before: what the server drew in another language would be seen after all, and typed into.
  useLayoutEffect(() => {
    delete document.documentElement.dataset.redraw;
  }, []);
  useEffect(() => {
    then();
    // Not before: what the server drew would have to be styled once more at once.
    showInBrowserBar();
  }, [then]);
  return <App />;
}

/** What the server drew the page with, so that the first rendering here equals it; of another language it is no use. */
function readGiven(): void {
  const text = document.getElementById('given')?.textContent;
  if (!text) return;
  const { language, replies } = JSON.parse(text) as { language: string; replies: Given };
  takeBrand(replies['/api/brand']);
  if (language === bootLanguage()) takeGiven(language, replies);
  else leaveDrawn();
}
