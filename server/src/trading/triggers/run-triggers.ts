import { AppError, type ErrorCode } from '@sarraf/domain';
import type { TriggerPrice } from '@sarraf/domain/contracts';
import type { Decision } from '../../ledger/index.ts';
import type { Log } from '../../platform/log.ts';
import type { MarketBook } from '../book/market-book.ts';
import type { OrderDeps } from '../orders/order-deps.ts';
import { decideNext } from './fire-order.ts';
import { followChange } from './follow.ts';
import { walletsOf } from './waiting-row.ts';

/** Commands of one market that wait for their batch: what is first in line is decided in each, so a few fill a batch. */
const AT_ONCE = 500;
/** After a failure of the writer's own. */
const AGAIN_MS = 50;
/** While its market is so, an order goes on waiting. */
const CLOSED: readonly ErrorCode[] = ['TRADING_CLOSED', 'PAUSED', 'MARKET_IS_NOT_ACTIVE'];

export interface TriggerDeps extends OrderDeps {
  log: Log;
}

/**
 * Has the orders whose price was reached come to the book, one command each. That they are due is durable with the trade
 * that reached their price; so whatever is lost on the way here is found again: at the next second, and at the next start.
 */
export class TriggerRunner {
  readonly #deps: TriggerDeps;
  /** Commands on their way, by market. */
  readonly #sent = new Map<string, number>();

  constructor(deps: TriggerDeps) {
    this.#deps = deps;
    deps.exchange.onDue = (market) => this.kick(market);
  }

  /** Asks for as many as are due, a part at a time. */
  kick({ coin, quote, name }: MarketBook): void {
    const market = this.#deps.exchange.market(coin, quote);
    const sent = this.#sent.get(name) ?? 0;
    const most = Math.min(AT_ONCE, market?.triggers.dueCount ?? 0) - sent;
    if (!market || most <= 0) return;
    this.#sent.set(name, sent + most);
    for (const { row } of market.triggers.soon(most)) void this.#fireNext(market, row.userId);
  }

  /**
   * Once a second, where the books are settled: what waits for a reference price is judged by the one that holds now, and
   * what could not come to the book before tries again.
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
        'an order that is due can not come to the book',
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
    // The next second judges anew.
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

/** Steps of a market may have become coarser since its next order was placed: the book counts in finer ones then. */
function fitNext({ exchange }: TriggerDeps, market: MarketBook | undefined): void {
  if (!market) return;
  exchange.fit(market.coin, market.quote);
  const row = market.triggers.next()?.row;
  if (row?.orderType.startsWith('LIMITED')) market.fit({ tick: row.unitPrice, lot: row.amount });
  else if (row?.trigger?.total === null) market.fit({ tick: 0n, lot: row.amount });
}
