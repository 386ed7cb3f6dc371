import { COINS } from '@sarraf/domain';
import {
  type BooksCheck,
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
  watch: { check(): Promise<BooksCheck>; state(): Promise<{ open: number }> };
  /** Whether requests can be settled now. */
  settles(): Promise<boolean>;
}

const OK = { status: 'OK', message: 'OK' } as const;
const KEPT_MS = 5_000;
const UNKNOWN: BooksCheck = { checkedAt: null, transfers: null, laws: null };

/** Adds the public status of the exchange; checked at most once in five seconds, for all callers. */
export function addStatus(http: Http, deps: StatusDeps): void {
  const status = createStatus(deps);
  http.route(serviceStatus, async () => ({ ...OK, baseDTO: await status() }));
}

export function createStatus(deps: StatusDeps): () => Promise<ServiceStatus> {
  let kept: Promise<ServiceStatus> | undefined;
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    const now = deps.clock.now();
    if (kept === undefined || now >= until) {
      until = now + KEPT_MS;
      kept = readStatus(deps);
    }
    return kept;
  };
}

/** Never rejects: what can't be read is reported as disturbed. */
async function readStatus({ closures, market, watch, settles }: StatusDeps): Promise<ServiceStatus> {
  const [settling, held, books] = await Promise.all([
    settles().catch(() => false),
    watch.state().then(
      ({ open }) => open > 0,
      () => false,
    ),
    watch.check().catch(() => UNKNOWN),
  ]);
  const { isOn, paused } = closures.now();
  const halted = () => COINS.some((coin) => market.coin(coin).active && isPriceHalted(market, coin));
  const state = (): ServiceState => {
    if (isOn) return 'MAINTENANCE';
    if (!settling) return 'DISTURBED';
    return paused.length > 0 || held || halted() ? 'LIMITED' : 'WORKING';
  };
  return { state: state(), books };
}
