import { useEffect } from 'react';
import { endHydration } from '../../lib/loading/hydration.ts';
import { Outlet } from '../../lib/navigation/router.tsx';
import { SkipLink } from '../../ui/layout/skip-link.tsx';
import { Footer } from './footer.tsx';
import { Navbar } from './navbar.tsx';
import { PageBoundary } from './page-boundary.tsx';
import css from './public-layout.module.css';
import { Ticker } from './ticker.tsx';

export function PublicLayout() {
  return (
    <div className={css.layout}>
      <SkipLink />
      <Navbar />
      <Ticker />
      <div id="content" tabIndex={-1} className={css.content}>
        <PageBoundary>
          <Outlet />
          <PageShown />
        </PageBoundary>
      </div>
      <Footer />
    </div>
  );
}

/** Beside the page in its boundary, which React takes over last. */
function PageShown(): null {
  useEffect(() => {
    endHydration();
  }, []);
  return null;
}
