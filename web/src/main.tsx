import './ui/fonts/fonts.css';
import './ui/global.css';
import { startTransition, useEffect, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { pageAt } from './first-screen/pages.ts';
import { bootLanguage } from './i18n/language.ts';
import { loadLanguage } from './i18n/messages.ts';
import { hydrateBrand, initBrand } from './lib/brand.ts';
import { showInBrowserBar } from './lib/browser/theme.ts';
import { followTranslation, isTranslated } from './lib/browser/translated-text.ts';
import { localDate } from './lib/format/format.ts';
import { beginHydration, endHydration } from './lib/loading/hydration.ts';
import { recordEarlyInput } from './lib/loading/input-replay.ts';
import { watchVersions } from './lib/loading/new-version.ts';
import { removeServerMetaTags } from './lib/navigation/history.ts';
import { preloadAt } from './lib/navigation/route-record.ts';
import { hydratePrefetchedReplies, type PrefetchedReplies } from './lib/queries/public-query.ts';
import { keepReferral } from './lib/session/referral.ts';
import { watchOtherTabs } from './lib/session/token.ts';
import { report } from './pages/shell/page-boundary.tsx';
import { NOT_FOUND } from './routes.tsx';

followTranslation();
keepReferral();
watchOtherTabs();
watchVersions();
const drawn = readGiven();
initBrand();
// What breaks beside the pages, which go on.
addEventListener('error', ({ error }) => report(error));
addEventListener('unhandledrejection', ({ reason }) => report(reason));
// The first date formatted takes as long as a page: in a turn of its own while the rest comes, not within a rendering.
setTimeout(() => localDate(new Date().toISOString(), bootLanguage()));
// Its code and that of its frames, which otherwise would be asked for one after another.
if (!drawn) preloadAt(location.pathname);
// The page's own code is waited for, so that all of what the server drew can be taken over.
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
// In slices, so that a slow phone scrolls what the server drew meanwhile.
if (root) startTransition(() => (drawn ? takeOver(root) : createRoot(root).render(<Started />)));

/** What was drawn is React's from now on, as it stands (decision 43). */
function takeOver(root: HTMLElement): void {
  const replay = recordEarlyInput(root);
  void beginHydration().then(replay);
  hydrateRoot(root, <Started />, {
    // Drawn anew, perhaps in another frame: what waits for the end of it would wait for ever.
    onRecoverableError: (error) => {
      endHydration();
      // Of a page that the browser had translated by then nothing is wrong: it is drawn anew, and translated anew.
      if (!isTranslated()) reportError(error);
    },
  });
}

function Started() {
  // Not before: what the server drew in another language would be seen after all, and typed into.
  useLayoutEffect(() => {
    delete document.documentElement.dataset.redraw;
  }, []);
  // Not before: what the server drew would have to be styled once more at once.
  useEffect(() => {
    showInBrowserBar();
  }, []);
  return <App />;
}

/**
 * Takes what the server drew the page with, so that the first rendering here equals it, and answers whether it did; in
 * another language it is no use.
 */
function readGiven(): boolean {
  const text = document.getElementById('given')?.textContent;
  if (!text) return false;
  const { language, replies } = JSON.parse(text) as { language: string; replies: PrefetchedReplies };
  hydrateBrand(replies['/api/brand']);
  const usable = language === bootLanguage();
  if (usable) hydratePrefetchedReplies(language, replies);
  else removeServerMetaTags();
  return usable;
}
