import './ui/fonts/fonts.css';
import './ui/global.css';
import { startTransition, useEffect, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { findPage } from './framework/drawing/pages.ts';
import { beginHydration, endHydration } from './framework/hydration/hydration.ts';
import { recordEarlyInput } from './framework/hydration/input-replay.ts';
import { bootLanguage } from './framework/i18n/language.ts';
import { loadLanguage } from './framework/i18n/messages.ts';
import { watchVersions } from './framework/loading/new-version.ts';
import { removeServerMetaTags } from './framework/navigation/history.ts';
import { preloadPage } from './framework/navigation/route-record.ts';
import { hydrateBrand, initBrand, waitForBrandColors } from './lib/brand.ts';
import { updateBrowserBarColor } from './lib/browser/theme.ts';
import { isTranslated, protectFromTranslation } from './lib/browser/translated-text.ts';
import { localDate } from './lib/format/format.ts';
import { hydratePrefetchedReplies, type PrefetchedReplies } from './lib/queries/public-query.ts';
import { saveReferral } from './lib/session/referral.ts';
import { watchOtherTabs } from './lib/session/token.ts';
import { reportPageError } from './pages/shell/page-boundary.tsx';
import { NOT_FOUND } from './routes.tsx';

protectFromTranslation();
saveReferral();
watchOtherTabs();
watchVersions();
const isServerRendered = hydrateServerData();
initBrand();
// Reports errors outside of rendering, after which the pages continue.
addEventListener('error', ({ error }) => reportPageError(error));
addEventListener('unhandledrejection', ({ reason }) => reportPageError(reason));
// Formatting the first date takes as long as a page: done in a task of its own while the rest loads, not during
// rendering.
setTimeout(() => localDate(new Date().toISOString(), bootLanguage()));
// Loads its code and that of its layouts in parallel.
if (!isServerRendered) preloadPage(location.pathname);
// Waits for the page's own code, so that the whole server-rendered page can be hydrated.
await Promise.all([
  loadLanguage(bootLanguage()),
  waitForBrandColors(),
  // A server-rendered page that is not in the list is the "not found" page.
  (findPage(location.pathname) ?? (document.getElementById('given') ? NOT_FOUND : undefined))?.page
    .preload()
    .catch(() => undefined),
]).catch((error) => {
  // boot.js offers to reload the page.
  dispatchEvent(new Event('unstarted'));
  throw error;
});
const root = document.getElementById('root');
// In slices, so that a slow phone can scroll the server-rendered page in the meantime.
if (root)
  startTransition(() => (isServerRendered ? hydratePage(root) : createRoot(root).render(<StartedApp />)));

/** Hydrates the server-rendered page (decision 43). */
function hydratePage(root: HTMLElement): void {
  const replay = recordEarlyInput(root);
  void beginHydration().then(replay);
  hydrateRoot(root, <StartedApp />, {
    // On an error React renders again, perhaps in another layout: code that awaits the hydration must not wait
    // forever.
    onRecoverableError: (error) => {
      endHydration();
      // An error is expected if the browser has already translated the page: it is rendered and translated again.
      if (!isTranslated()) reportError(error);
    },
  });
}

function StartedApp() {
  // Not earlier: the server-rendered page in another language would become visible and usable.
  useLayoutEffect(() => {
    delete document.documentElement.dataset.redraw;
  }, []);
  // Not earlier: the server-rendered page would have to be styled once more immediately.
  useEffect(() => {
    updateBrowserBarColor();
  }, []);
  return <App />;
}

/**
 * Hydrates the data that the server rendered the page with, so that the first render here is identical. Returns
 * whether it did: data in another language is useless.
 */
function hydrateServerData(): boolean {
  const text = document.getElementById('given')?.textContent;
  if (!text) return false;
  const { language, replies } = JSON.parse(text) as { language: string; replies: PrefetchedReplies };
  hydrateBrand(replies['/api/brand']);
  const isSameLanguage = language === bootLanguage();
  if (isSameLanguage) hydratePrefetchedReplies(language, replies);
  else removeServerMetaTags();
  return isSameLanguage;
}
