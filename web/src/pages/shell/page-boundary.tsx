import { Component, lazy, type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { endHydration } from '../../framework/hydration/hydration.ts';
import { loadTexts } from '../../framework/i18n/messages.ts';
import { useLocation } from '../../framework/navigation/router.tsx';
import { getLastMoneyRequest } from '../../lib/api/last-move.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';

/** As tall as the window, so that the footer doesn't appear and jump away. */
const PAGE_PLACEHOLDER = <div style={{ minBlockSize: '100dvh' }} />;

/** Shows a page, its placeholder while its code loads, or the error if it fails. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary at={pathname}>
      <Suspense fallback={PAGE_PLACEHOLDER}>{children}</Suspense>
    </ErrorBoundary>
  );
}

interface ErrorBoundaryState {
  failed: { error: unknown } | null;
}

/** Shows an error in place of the component that threw it. */
export class ErrorBoundary extends Component<{ at: string; children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failed: { error } };
  }

  override componentDidCatch(error: unknown) {
    endHydration();
    reportPageError(error);
    if (shouldReload(error)) location.reload();
  }

  override componentDidUpdate(previousProps: { at: string }) {
    // Navigating elsewhere resets the error.
    if (previousProps.at !== this.props.at && this.state.failed !== null) this.setState({ failed: null });
  }

  override render() {
    const { failed } = this.state;
    if (failed === null) return this.props.children;
    return (
      <Suspense fallback={PAGE_PLACEHOLDER}>
        <LazyErrorScreen error={failed.error} />
      </Suspense>
    );
  }
}

const RELOADED_KEY = 'sarraf.reloaded';
/** An error that recurs within this time after a reload has another cause. */
const RECURRENCE_MS = 60_000;

/**
 * Whether the page's nodes differ from those that React rendered, because a browser or extension changed them: then
 * a reload helps. Only once, and not after a money request, whose outcome the error page reports.
 */
function shouldReload(error: unknown): boolean {
  if (!(error instanceof DOMException && error.name === 'NotFoundError') || getLastMoneyRequest() !== null)
    return false;
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_KEY)) < RECURRENCE_MS) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    return true;
  } catch {
    // Without storage repeated reloads could not be detected.
    return false;
  }
}

export const reportPageError = (error: unknown): void =>
  void import('../../lib/api/report-error.ts').then(
    ({ reportError }) => reportError(error),
    () => undefined,
  );

const LazyErrorScreen = lazy(async () => {
  try {
    const [{ PageErrorScreen }] = await Promise.all([import('./failed.tsx'), loadTexts('failed')]);
    return { default: PageErrorScreen };
  } catch {
    return { default: ErrorScreenFallback };
  }
});

/** Shown if even the error page can't be loaded. */
function ErrorScreenFallback() {
  const t = useTranslations('page');
  return (
    <main className="wrap">
      <ErrorState title={t('failed')} text={t('failedText')} onRetry={() => location.reload()} />
    </main>
  );
}
