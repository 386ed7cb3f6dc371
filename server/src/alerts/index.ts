/** Price alerts. */
import type { Http } from '../platform/http/http.ts';
import { type AlertDeps, type AlertsContext, STRICT_LIMIT, WIDE_LIMIT } from './deps.ts';
import { evaluateAlerts } from './evaluate-alerts.ts';
import { addRoutes } from './routes.ts';

export type { AlertDeps } from './deps.ts';

export interface Alerts {
  /** Compares the published prices with the waiting alerts once. */
  evaluate(): Promise<void>;
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
  let evaluation: Promise<void> | null = null;

  function startEvaluation(): void {
    if (!ledger.isWriter()) return;
    // Skips a run while the previous one is in progress.
    evaluation ??= evaluateAlerts(context)
      .catch((err: unknown) => log.warn({ err }, 'price alerts not evaluated'))
      .finally(() => {
        evaluation = null;
      });
  }

  return {
    evaluate: () => evaluateAlerts(context),
    start() {
      timer = setInterval(startEvaluation, INTERVAL_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await evaluation;
    },
    routes: (http) => addRoutes(http, context),
  };
}
