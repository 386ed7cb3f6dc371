import { AppError, type ErrorCode } from '@sarraf/domain';
import type { TriggerPrice } from '@sarraf/domain/contracts';
import type { Decision } from '../../ledger/index.ts';
import type { Log } from '../../platform/log.ts';
import type { MarketBook } from '../book/market-book.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { decideNext } from './fire-order.ts';
import { followChange } from './follow.ts';
import { walletsOf } from './waiting-row.ts';

/** Maximum number of queued commands per market: each decides the next due order, so a few fill a batch. */
const BATCH_SIZE = 500;
/** Delay after a failure of the ledger writer. */
const AGAIN_MS = 50;
/** An order keeps waiting while its market is in one of these states. */
const CLOSED: readonly ErrorCode[] = ['TRADING_CLOSED', 'PAUSED', 'MARKET_IS_NOT_ACTIVE'];

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
  readonly #sent = new Map<string, number>();

  constructor(deps: TriggerDeps) {
    this.#deps = deps;
    deps.exchange.onDue = (market) => this.kick(market);
  }

  /** Submits commands for all due orders, in chunks. */
  kick({ coin, quote, name }: MarketBook): void {
    const market = this.#deps.exchange.market(coin, quote);
    const sent = this.#sent.get(name) ?? 0;
    const most = Math.min(BATCH_SIZE, market?.triggers.dueCount ?? 0) - sent;
    if (!market || most <= 0) return;
    this.#sent.set(name, sent + most);
    for (const { row } of market.triggers.soon(most)) void this.#fireNext(market, row.userId);
  }

  /**
   * Runs once a second in the ledger writer's process: checks orders that wait for a reference price against the
   * current one, and retries orders that could not be sent to the order book before.
   */
  beat(): void {
    const { ledger, exchange } = this.#deps;
    if (!ledger.isWriter()) return;
    for (const market of exchange.markets()) {
      for (const by of ['REFERENCE', 'LAST'] as const) this.#judge(market, by);
      this.kick(market);
    }
  }

  async #fireNext({ coin, quote, name }: MarketBook, userId: string): Promise<void> {
    const { exchange, ledger } = this.#deps;
    const found = () => exchange.market(coin, quote);
    const answer = await ledger
      .submit({
        accounts: walletsOf(userId, { coin, quote }),
        prepare: () => fitNext(this.#deps, found()),
        decide: (_balanceOf, at) => decideNext(this.#deps, found(), at),
      })
      .then(
        () => null,
        (error: unknown) => error,
      );
    this.#sent.set(name, (this.#sent.get(name) ?? 1) - 1);
    const market = found();
    if (!market) return;
    if (answer === null) return this.kick(market);
    if (answer instanceof AppError && answer.code === 'SERVICE_UNAVAILABLE')
      setTimeout(() => ledger.isWriter() && this.kick(market), AGAIN_MS).unref();
    else if (!(answer instanceof AppError) || !CLOSED.includes(answer.code))
      this.#deps.log.error(
        { area: 'trading', market: name, err: answer },
        'a due order could not be sent to the order book',
      );
  }

  #judge(market: MarketBook, by: TriggerPrice): void {
    const price = this.#priceOf(market, by, this.#deps.clock.now());
    if (price === null || !market.triggers.isMetBy(by, { from: price, to: price })) return;
    const { coin, quote } = market;
    const command = {
      accounts: [],
      decide: (_: unknown, at: Date) => this.#decideJudge(coin, quote, by, at),
    };
    // The next run checks again.
    this.#deps.ledger.submit(command).catch(() => {});
  }

  #decideJudge(coin: MarketBook['coin'], quote: MarketBook['quote'], by: TriggerPrice, at: Date): Decision {
    const market = this.#deps.exchange.market(coin, quote);
    const price = market && this.#priceOf(market, by, at.getTime());
    if (!market || !price) return { transfers: [], reply: '' };
    const { rows, applied, durable } = followChange(this.#deps, market, {
      changed: [],
      path: { from: price, to: price },
      by,
      sequence: market.head.sequence,
      at,
    });
    return { transfers: [], rows, reply: '', applied, durable };
  }

  #priceOf({ coin, quote, head }: MarketBook, by: TriggerPrice, now: number): bigint | null {
    return by === 'LAST' ? head.lastPrice : this.#deps.market.summary(coin, quote, now).reference;
  }
}

/**
 * A market's increments may have become coarser since its next order was placed: the order book counts in finer
 * ones then.
 */
function fitNext({ exchange }: TriggerDeps, market: MarketBook | undefined): void {
  if (!market) return;
  exchange.fit(market.coin, market.quote);
  const row = market.triggers.next()?.row;
  if (row?.orderType.startsWith('LIMITED')) market.fit({ tick: row.unitPrice, lot: row.amount });
  else if (row?.trigger?.total === null) market.fit({ tick: 0n, lot: row.amount });
}
