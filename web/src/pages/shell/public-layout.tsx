import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { endHydration } from '../../framework/hydration/hydration.ts';
import { Outlet } from '../../framework/navigation/router.tsx';
import { useSession } from '../../lib/session/session.ts';
import { SkipLink } from '../../ui/layout/skip-link.tsx';
import barCss from './bottom-bar.module.css';
import { Footer } from './footer.tsx';
import { Navbar } from './navbar.tsx';
import { PageBoundary } from './page-boundary.tsx';
import css from './public-layout.module.css';
import { Ticker } from './ticker.tsx';

/** For signed-in users; the page works without it if it fails to load. */
const BottomBar = lazy<ComponentType>(() =>
  import('./bottom-bar.tsx').then(
    ({ BottomBar: Bar }) => ({ default: Bar }),
    () => ({ default: () => null }),
  ),
);

export function PublicLayout() {
  const { signedIn } = useSession();
  return (
    <div className={css.layout}>
      <SkipLink />
      <Navbar />
      <Ticker />
      <div id="content" tabIndex={-1} className={css.content}>
        <PageBoundary>
          <Outlet />
          <HydrationEnd />
        </PageBoundary>
      </div>
      <Footer />
      {signedIn && (
        <Suspense fallback={<div className={barCss.bottom} aria-busy="true" />}>
          <BottomBar />
        </Suspense>
      )}
    </div>
  );
}

/** Inside the page's boundary, which React hydrates last. */
function HydrationEnd(): null {
  useEffect(() => {
    endHydration();
  }, []);
  return null;
}
