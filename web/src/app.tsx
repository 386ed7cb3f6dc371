import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { LanguageProvider } from './framework/i18n/provider.tsx';
import { guardNavigation } from './framework/navigation/guard.ts';
import { setGuard } from './framework/navigation/history.ts';
import { queryClient } from './lib/queries/query-client.ts';
import { GuardedRouter } from './pages/shell/guarded-router.tsx';
import { MaintenanceStrip } from './pages/shell/maintenance-strip.tsx';
import { NewVersion } from './pages/shell/new-version.tsx';
import { OfflineStrip } from './pages/shell/offline-strip.tsx';
import { ErrorBoundary, PageBoundary } from './pages/shell/page-boundary.tsx';
import { NavigationProgress } from './pages/shell/slow-loading.tsx';
import { StepUp } from './pages/shell/step-up.tsx';
import { AppRoutes } from './routes.tsx';
import { Notices } from './ui/feedback/notices.tsx';

setGuard(guardNavigation);

export function App() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LanguageProvider>
          {/* Catches errors outside a page, which would otherwise leave a blank screen. */}
          <ErrorBoundary at="">
            <OfflineStrip />
            <MaintenanceStrip />
            <GuardedRouter>
              <PageBoundary>
                <AppRoutes />
              </PageBoundary>
              <StepUp />
              <Notices />
              <NewVersion />
            </GuardedRouter>
            <NavigationProgress />
          </ErrorBoundary>
        </LanguageProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
