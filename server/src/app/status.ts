import { COINS } from '@sarraf/domain';
import {
  type LedgerCheck,
  type Maintenance,
  type ServiceState,
  type ServiceStatus,
  serviceStatus,
} from '@sarraf/domain/contracts';
import type { Market } from '../market/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Http } from '../platform/http/http.ts';
import { isPriceHalted } from './halted-price.ts';

interface StatusDeps {
  clock: Clock;
  closures: { now(): Maintenance };
  market: Pick<Market, 'coin' | 'price'>;
  watch: { readPublicCheck(): Promise<LedgerCheck>; readState(): Promise<{ open: number }> };
  /** Whether requests can be settled now. */
  canSettle(): Promise<boolean>;
}

const OK = { status: 'OK', message: 'OK' } as const;
const CACHE_MS = 5_000;
const UNKNOWN_CHECK: LedgerCheck = { checkedAt: null, transfers: null, laws: null };

/** Adds the public status of the exchange; checked at most once in five seconds, for all callers. */
export function addStatusRoute(http: Http, deps: StatusDeps): void {
  const status = createCachedStatus(deps);
  http.route(serviceStatus, async () => ({ ...OK, baseDTO: await status() }));
}

export function createCachedStatus(deps: StatusDeps): () => Promise<ServiceStatus> {
  let cached: Promise<ServiceStatus> | undefined;
  let cachedUntil = Number.NEGATIVE_INFINITY;
  return () => {
    const now = deps.clock.now();
    if (cached === undefined || now >= cachedUntil) {
      cachedUntil = now + CACHE_MS;
      cached = readStatus(deps);
    }
    return cached;
  };
}

/** Never rejects: what can't be read is reported as disturbed. */
async function readStatus({ closures, market, watch, canSettle }: StatusDeps): Promise<ServiceStatus> {
  const [isSettling, hasViolations, books] = await Promise.all([
    canSettle().catch(() => false),
    watch.readState().then(
      ({ open }) => open > 0,
      () => false,
    ),
    watch.readPublicCheck().catch(() => UNKNOWN_CHECK),
  ]);
  const { isOn, paused } = closures.now();
  const hasHaltedCoin = () => COINS.some((coin) => market.coin(coin).active && isPriceHalted(market, coin));
  const computeState = (): ServiceState => {
    if (isOn) return 'MAINTENANCE';
    if (!isSettling) return 'DISTURBED';
    return paused.length > 0 || hasViolations || hasHaltedCoin() ? 'LIMITED' : 'WORKING';
  };
  return { state: computeState(), books };
}
