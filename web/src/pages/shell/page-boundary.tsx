import { Component, type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { ErrorState } from '../../ui/empty-state.tsx';

/** Where a page stands while its code comes, or when it could not be fetched or shown. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Catch at={pathname}>
      {/* As tall as the window, so that the footer doesn't show first and jump away. */}
      <Suspense fallback={<div style={{ minBlockSize: '100dvh' }} />}>{children}</Suspense>
    </Catch>
  );
}

interface CatchState {
  failedAt: string | null;
}

class Catch extends Component<{ at: string; children: ReactNode }, CatchState> {
  override state: CatchState = { failedAt: null };

  static getDerivedStateFromError(): Partial<CatchState> {
    return { failedAt: window.location.pathname };
  }

  override componentDidUpdate(before: { at: string }) {
    // Going elsewhere is a fresh start.
    if (before.at !== this.props.at && this.state.failedAt !== null) this.setState({ failedAt: null });
  }

  override render() {
    return this.state.failedAt === null ? this.props.children : <PageFailed />;
  }
}

function PageFailed() {
  const t = useTranslations('page');
  return (
    <main className="wrap">
      <ErrorState title={t('failed')} text={t('failedText')} onRetry={() => location.reload()} />
    </main>
  );
}
