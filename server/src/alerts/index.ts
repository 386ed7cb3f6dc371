/** Prices that people wait for. */
import type { Http } from '../platform/http/http.ts';
import { type AlertDeps, type AlertsContext, STRICT_LIMIT, WIDE_LIMIT } from './deps.ts';
import { evaluateAlerts } from './judge-alerts.ts';
import { addRoutes } from './routes.ts';

export type { AlertDeps } from './deps.ts';

export interface Alerts {
  /** Compares once what is published now with what people wait for. */
  judge(): Promise<void>;
  /** Goes on doing so in the process that publishes, once a second. */
  start(): void;
  stop(): Promise<void>;
  routes(http: Http): void;
}

const BEAT_MS = 1_000;

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
    // A look that takes longer than a beat is waited for.
    looking ??= evaluateAlerts(context)
      .catch((err: unknown) => log.warn({ err }, 'price alerts not judged'))
      .finally(() => {
        looking = null;
      });
  }

  return {
    judge: () => evaluateAlerts(context),
    start() {
      timer = setInterval(look, BEAT_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
    routes: (http) => addRoutes(http, context),
  };
}
