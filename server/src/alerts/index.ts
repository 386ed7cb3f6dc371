/** Price alerts. */
import type { Http } from '../platform/http/http.ts';
import { type AlertDeps, type AlertsContext, STRICT_LIMIT, WIDE_LIMIT } from './deps.ts';
import { evaluateAlerts } from './judge-alerts.ts';
import { addRoutes } from './routes.ts';

export type { AlertDeps } from './deps.ts';

export interface Alerts {
  /** Compares the published prices with the waiting alerts once. */
  judge(): Promise<void>;
  /** Compares once a second in the process that publishes prices. */
  start(): void;
  stop(): Promise<void>;
  routes(http: Http): void;
}

const INTERVAL_MS = 1_000;

export function createAlerts(deps: AlertDeps): Alerts {
  const { config, clock, ledger, log } = deps;
  const context: AlertsContext = {
    ...deps,
    limit: config.sandbox ? WIDE_LIMIT : STRICT_LIMIT,
    now: () => new Date(clock.now()),
  };
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;

  function look(): void {
    if (!ledger.isWriter()) return;
    // Skips a run while the previous one is in progress.
    looking ??= evaluateAlerts(context)
      .catch((err: unknown) => log.warn({ err }, 'price alerts not evaluated'))
      .finally(() => {
        looking = null;
      });
  }

  return {
    judge: () => evaluateAlerts(context),
    start() {
      timer = setInterval(look, INTERVAL_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
    routes: (http) => addRoutes(http, context),
  };
}
