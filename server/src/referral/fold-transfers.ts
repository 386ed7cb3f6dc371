import type { Asset, Coin, Quote } from '@sarraf/domain';
import { addFlow, completeFlow, type Flow, NO_FLOW } from './flow.ts';
import {
  addAmounts,
  addRealisedGain,
  addToPosition,
  applyTradeFee,
  isQuote,
  mapQuotes,
  NO_POSITION,
  type Position,
  proportionOf,
  type QuoteAmounts,
  sellFromPosition,
  subtractAmounts,
  withdrawFromPosition,
  ZERO_AMOUNTS,
} from './position.ts';

/** A transfer as the users' positions see it. */
export interface FoldedTransfer {
  id: bigint;
  /** The user it leaves and the one it comes to; null: the house, a company's receipts, the outside. */
  from: string | null;
  to: string | null;
  /** The kind of account that is debited. */
  debit: string;
  asset: Asset;
  amount: bigint;
  kind: string;
  reference: string;
  at: Date;
  /** For a trade's fee: what was traded. */
  order: { coin: Coin; side: 'buy' | 'sell' } | null;
}

/** Returns the value of an amount at a time. */
export type ValueFunction = (asset: Asset, amount: bigint, at: Date) => QuoteAmounts;

/** Cost of a withdrawal, or of coins that a company sets aside: it is restored if they return. */
export interface WithdrawnCost {
  reference: string;
  userId: string;
  asset: Asset;
  amount: bigint;
  cost: QuoteAmounts;
}

/** The share of an inviter in one fee of a user they invited. */
export interface ReferralShare {
  inviterId: string;
  inviteeId: string;
  asset: Asset;
  amount: bigint;
  tomanValue: bigint;
  at: Date;
}

/** A day of a user's asset: its closing balance and its flow; the flow is only the part of the day in this chunk. */
export interface DayEntry {
  userId: string;
  asset: Asset;
  day: string;
  balance: bigint;
  /** Cost of the balance, Toman. */
  cost: bigint;
  flow: Flow;
}

/**
 * Positions by average cost, after each transfer in the order of the ledger. Pure. A trade is two consecutive
 * transfers with the same reference: one asset is sold, and the other is bought, at the value of the trade. Other
 * incoming amounts enter at their price of that time; outgoing ones take their average cost along, and restore it
 * if they return.
 */
export class Positions {
  readonly changedKeys = new Set<string>();
  readonly changedExits = new Set<string>();
  readonly days = new Map<string, DayEntry>();
  readonly shares: ReferralShare[] = [];
  readonly #positions: Map<string, Position>;
  readonly #exits: Map<string, WithdrawnCost>;
  readonly #worthOf: ValueFunction;
  readonly #dayOf: (at: Date) => string;

  constructor(
    positions: Map<string, Position>,
    exits: Map<string, WithdrawnCost>,
    worthOf: ValueFunction,
    dayOf: (at: Date) => string,
  ) {
    this.#positions = positions;
    this.#exits = exits;
    this.#worthOf = worthOf;
    this.#dayOf = dayOf;
  }

  get(userId: string, asset: Asset): Position {
    return this.#positions.get(positionKeyOf(userId, asset)) ?? NO_POSITION;
  }

  getExit(key: string): WithdrawnCost | undefined {
    return this.#exits.get(key);
  }

  /** Processes the next transfers; the two of a trade, and a fee and its share, must be in the same call. */
  fold(transfers: readonly FoldedTransfer[]): void {
    for (let i = 0; i < transfers.length; i += 1) {
      const transfer = transfers[i] as FoldedTransfer;
      const nextTransfer = transfers[i + 1];
      if (transfer.kind === 'trade' && nextTransfer && isOneTrade(transfer, nextTransfer)) {
        this.#foldTrade(transfer, nextTransfer);
        i += 1;
      } else if (transfer.kind === 'trade') this.#foldLeg(transfer, ZERO_AMOUNTS);
      else this.#foldMove(transfer, transfers[i - 1]);
    }
  }

  #foldTrade(firstTransfer: FoldedTransfer, secondTransfer: FoldedTransfer): void {
    const worth = tradeValueOf(firstTransfer, secondTransfer, this.#worthOf);
    this.#foldLeg(firstTransfer, worth);
    this.#foldLeg(secondTransfer, worth);
  }

  #foldLeg({ from, to, asset, amount, at }: FoldedTransfer, worth: QuoteAmounts): void {
    const toman = worth.TOMAN;
    if (from !== null)
      this.#savePosition(from, asset, sellFromPosition(this.get(from, asset), asset, amount, worth), at, {
        sold: amount,
        soldToman: toman,
      });
    if (to !== null)
      this.#savePosition(to, asset, addToPosition(this.get(to, asset), asset, amount, worth), at, {
        bought: amount,
        boughtToman: toman,
      });
  }

  #foldMove(transfer: FoldedTransfer, previousTransfer: FoldedTransfer | undefined): void {
    const { from, to, asset, amount, kind, reference, at, order } = transfer;
    // A hold and its release.
    if (from === to) return;
    if (from !== null && kind === 'fee' && order) this.#foldFee(from, transfer, order);
    else if (from !== null) {
      const { position, cost } = withdrawFromPosition(this.get(from, asset), amount);
      this.#savePosition(from, asset, position, at, this.#outflowOf(transfer));
      if (kind === 'withdrawal' || kind === 'fee' || kind === 'hold')
        this.#addExit({ reference, userId: from, asset, amount, cost });
    }
    if (to === null) return;
    const restoredCost =
      kind === 'correction' || kind === 'release' ? this.#restoreCost(reference, to, asset, amount) : null;
    const worth = this.#worthOf(asset, amount - (restoredCost?.amount ?? 0n), at);
    const entry = addToPosition(
      this.get(to, asset),
      asset,
      amount,
      addAmounts(worth, restoredCost?.cost ?? ZERO_AMOUNTS),
    );
    this.#savePosition(to, asset, entry, at, this.#inflowOf(transfer));
    if (
      kind === 'referral' &&
      previousTransfer?.kind === 'fee' &&
      previousTransfer.reference === reference &&
      previousTransfer.from
    )
      this.shares.push({
        inviterId: to,
        inviteeId: previousTransfer.from,
        asset,
        amount,
        tomanValue: this.#worthOf(asset, amount, at).TOMAN,
        at,
      });
  }

  #foldFee(
    userId: string,
    { asset, amount, at }: FoldedTransfer,
    { coin, side }: NonNullable<FoldedTransfer['order']>,
  ): void {
    const worth = this.#worthOf(asset, amount, at);
    let payer = sellFromPosition(this.get(userId, asset), asset, amount, worth);
    // A fee in a quote that was itself bought or sold can't increase a cost: it is a loss of the paying asset.
    const quoteLoss = mapQuotes((quote) => (quote === (coin as string) ? worth[quote] : 0n));
    payer = addRealisedGain(payer, asset, subtractAmounts(ZERO_AMOUNTS, quoteLoss));
    this.#savePosition(userId, asset, payer, at, { fees: amount, feesToman: worth.TOMAN });
    this.#savePosition(userId, coin, applyTradeFee(this.get(userId, coin), coin, side, worth), at, {});
  }

  /**
   * Returns the flow of an outgoing transfer other than a trade; the value of a withdrawal fee comes from its price
   * alone.
   */
  #outflowOf({ kind, asset, amount, at }: FoldedTransfer): Partial<Flow> {
    if (kind === 'fee') return { fees: amount, feesToman: this.#worthOf(asset, amount, at).TOMAN };
    return kind === 'correction' ? { corrected: -amount } : { sent: amount };
  }

  /**
   * Coins that a company bought are set aside and released to be sent: they leave once. A refunded fee counts as no
   * fee, at its current value.
   */
  #inflowOf({ kind, debit, asset, amount, at }: FoldedTransfer): Partial<Flow> {
    if (kind === 'correction' && debit === 'fee')
      return { fees: -amount, feesToman: -this.#worthOf(asset, amount, at).TOMAN };
    if (kind === 'referral')
      return { referral: amount, referralToman: this.#worthOf(asset, amount, at).TOMAN };
    if (kind === 'release') return { sent: -amount };
    return kind === 'correction' ? { corrected: amount } : { received: amount };
  }

  #addExit(exit: WithdrawnCost): void {
    const key = exitKeyOf(exit);
    const existing = this.#exits.get(key);
    this.changedExits.add(key);
    this.#exits.set(
      key,
      existing
        ? { ...exit, amount: existing.amount + exit.amount, cost: addAmounts(existing.cost, exit.cost) }
        : exit,
    );
  }

  #restoreCost(reference: string, userId: string, asset: Asset, amount: bigint): WithdrawnCost | null {
    const key = exitKeyOf({ reference, userId, asset });
    const exit = this.#exits.get(key);
    if (!exit || exit.amount === 0n) return null;
    const restoredAmount = amount < exit.amount ? amount : exit.amount;
    const cost = proportionOf(exit.cost, restoredAmount, exit.amount);
    this.changedExits.add(key);
    this.#exits.set(key, {
      ...exit,
      amount: exit.amount - restoredAmount,
      cost: subtractAmounts(exit.cost, cost),
    });
    return { ...exit, amount: restoredAmount, cost };
  }

  #savePosition(userId: string, asset: Asset, position: Position, at: Date, flow: Partial<Flow>): void {
    const key = positionKeyOf(userId, asset);
    const realised = position.realised.TOMAN - this.get(userId, asset).realised.TOMAN;
    this.#positions.set(key, position);
    this.changedKeys.add(key);
    const day = this.#dayOf(at);
    const currentFlow = this.days.get(`${key} ${day}`)?.flow ?? NO_FLOW;
    this.days.set(`${key} ${day}`, {
      userId,
      asset,
      day,
      balance: position.amount,
      cost: position.cost.TOMAN,
      flow: addFlow(currentFlow, completeFlow({ ...flow, realised })),
    });
  }
}

export const positionKeyOf = (userId: string, asset: Asset): string => `${userId} ${asset}`;
export const exitKeyOf = ({
  reference,
  userId,
  asset,
}: Pick<WithdrawnCost, 'reference' | 'userId' | 'asset'>): string => `${reference} ${userId} ${asset}`;

/** Returns whether two transfers in opposite directions have the same reference and different assets. */
const isOneTrade = (a: FoldedTransfer, b: FoldedTransfer): boolean =>
  b.kind === 'trade' &&
  a.reference === b.reference &&
  a.asset !== b.asset &&
  a.from === b.to &&
  a.to === b.from;

/** Values a trade by the quote that paid for it; in a quote that is one of its sides, by that side. */
function tradeValueOf(a: FoldedTransfer, b: FoldedTransfer, worthOf: ValueFunction): QuoteAmounts {
  const paidTransfer = a.asset === 'TOMAN' || (a.asset === 'TETHER' && b.asset !== 'TOMAN') ? a : b;
  const worth = worthOf(paidTransfer.asset, paidTransfer.amount, paidTransfer.at);
  const amountInQuote = (quote: Quote) => [a, b].find(({ asset }) => isQuote(asset) && asset === quote);
  return mapQuotes((quote) => amountInQuote(quote)?.amount ?? worth[quote]);
}
