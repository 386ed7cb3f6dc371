import { AppError, type ErrorCode } from '@sarraf/domain';
import type { TriggerPrice } from '@sarraf/domain/contracts';
import type { Decision } from '../../ledger/index.ts';
import type { Log } from '../../platform/log.ts';
import type { MarketBook } from '../book/market-book.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { decideNextDueOrder } from './fire-order.ts';
import { deriveConsequence } from './follow.ts';
import { listWalletAccounts } from './waiting-row.ts';

/** Maximum number of queued commands per market: each decides the next due order, so a few fill a batch. */
const BATCH_SIZE = 500;
/** Delay after a failure of the ledger writer. */
const RETRY_DELAY_MS = 50;
/** An order keeps waiting while its market is in one of these states. */
const CLOSED_CODES: readonly ErrorCode[] = ['TRADING_CLOSED', 'PAUSED', 'MARKET_IS_NOT_ACTIVE'];

export interface TriggerDeps extends OrderDeps {
  log: Log;
}

/**
 * Sends triggered orders to the order book, one command each. That they are due is durable with the trade that
 * reached their price; so one that is lost on the way here is found again: a second later, and at the next start.
 */
export class TriggerRunner {
  readonly #deps: TriggerDeps;
  /** Number of queued commands by market. */
  readonly #queuedByMarket = new Map<string, number>();

  constructor(deps: TriggerDeps) {
    this.#deps = deps;
    deps.exchange.onDue = (market) => this.submitDueOrders(market);
  }

  /** Submits commands for all due orders, in chunks. */
  submitDueOrders({ coin, quote, name }: MarketBook): void {
    const market = this.#deps.exchange.findMarket(coin, quote);
    const sent = this.#queuedByMarket.get(name) ?? 0;
    const count = Math.min(BATCH_SIZE, market?.triggers.dueCount ?? 0) - sent;
    if (!market || count <= 0) return;
    this.#queuedByMarket.set(name, sent + count);
    for (const { row } of market.triggers.listSomeDue(count)) void this.#fireNext(market, row.userId);
  }

  /**
   * Runs once a second in the ledger writer's process: checks orders that wait for a reference price against the
   * current one, and retries orders that could not be sent to the order book before.
   */
  runChecks(): void {
    const { ledger, exchange } = this.#deps;
    if (!ledger.isWriter()) return;
    for (const market of exchange.listMarkets()) {
      for (const by of ['REFERENCE', 'LAST'] as const) this.#checkPrice(market, by);
      this.submitDueOrders(market);
    }
  }

  async #fireNext({ coin, quote, name }: MarketBook, userId: string): Promise<void> {
    const { exchange, ledger } = this.#deps;
    const findMarket = () => exchange.findMarket(coin, quote);
    const failure = await ledger
      .submit({
        accounts: listWalletAccounts(userId, { coin, quote }),
        prepare: () => refineForNextOrder(this.#deps, findMarket()),
        decide: (_balanceOf, at) => decideNextDueOrder(this.#deps, findMarket(), at),
      })
      .then(
        () => null,
        (error: unknown) => error,
      );
    this.#queuedByMarket.set(name, (this.#queuedByMarket.get(name) ?? 1) - 1);
    const market = findMarket();
    if (!market) return;
    if (failure === null) return this.submitDueOrders(market);
    if (failure instanceof AppError && failure.code === 'SERVICE_UNAVAILABLE')
      setTimeout(() => ledger.isWriter() && this.submitDueOrders(market), RETRY_DELAY_MS).unref();
    else if (!(failure instanceof AppError) || !CLOSED_CODES.includes(failure.code))
      this.#deps.log.error(
        { area: 'trading', market: name, err: failure },
        'a due order could not be sent to the order book',
      );
  }

  #checkPrice(market: MarketBook, by: TriggerPrice): void {
    const price = this.#readPrice(market, by, this.#deps.clock.now());
    if (price === null || !market.triggers.isAffectedBy(by, { from: price, to: price })) return;
    const { coin, quote } = market;
    const command = {
      accounts: [],
      decide: (_: unknown, at: Date) => this.#decidePriceCheck(coin, quote, by, at),
    };
    // The next run checks again.
    this.#deps.ledger.submit(command).catch(() => {});
  }

  #decidePriceCheck(
    coin: MarketBook['coin'],
    quote: MarketBook['quote'],
    by: TriggerPrice,
    at: Date,
  ): Decision {
    const market = this.#deps.exchange.findMarket(coin, quote);
    const price = market && this.#readPrice(market, by, at.getTime());
    if (!market || !price) return { transfers: [], reply: '' };
    const { rows, applied, durable } = deriveConsequence(this.#deps, market, {
      changed: [],
      path: { from: price, to: price },
      by,
      sequence: market.head.sequence,
      at,
    });
    return { transfers: [], rows, reply: '', applied, durable };
  }

  #readPrice({ coin, quote, head }: MarketBook, by: TriggerPrice, now: number): bigint | null {
    return by === 'LAST' ? head.lastPrice : this.#deps.market.summary(coin, quote, now).reference;
  }
}

/**
 * A market's increments may have become coarser since its next order was placed: the order book counts in finer
 * ones then.
 */
function refineForNextOrder({ exchange }: TriggerDeps, market: MarketBook | undefined): void {
  if (!market) return;
  exchange.refineIncrements(market.coin, market.quote);
  const row = market.triggers.peekDue()?.row;
  if (row?.orderType.startsWith('LIMITED')) market.refineIncrements({ tick: row.unitPrice, lot: row.amount });
  else if (row?.trigger?.total === null) market.refineIncrements({ tick: 0n, lot: row.amount });
}
