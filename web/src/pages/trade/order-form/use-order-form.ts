import {
  type OrderTerms,
  type Ppm,
  parseDecimal,
  pausablesForFeature,
  pausablesForTrade,
  type Side,
  scaleOf,
} from '@sarraf/domain';
import type { Account, Pause } from '@sarraf/domain/contracts';
import { useMemo, useState } from 'react';
import { useFeeRate } from '../../../lib/market/fee-rate.ts';
import { usePause } from '../../../lib/pauses.ts';
import { type Session, useSession } from '../../../lib/session/session.ts';
import { useOnline } from '../../../lib/stream/connection.ts';
import { useBalances } from '../../../trade-box/use-balances.ts';
import type { Book } from '../order-book/book.ts';
import { useBestPrices } from '../order-book/use-book.ts';
import { planWholeOrder } from './advanced/plan.ts';
import { type AdvancedState, clearInputs, dropInapplicable } from './advanced/state.ts';
import {
  applyBalanceShare,
  EMPTY_FORM,
  formatOrderLines,
  type OrderContext,
  type OrderFormState,
  type OrderKind,
  type OrderLine,
  type OrderMarket,
  type OrderPlan,
  stepAmount,
} from './form.ts';
import {
  applyLevel,
  type ChosenLevel,
  findRoundedPrice,
  type PriceFieldName,
  type RoundedPrice,
  setFieldPrice,
} from './form-moves.ts';
import { findOrderReason, needsConfirmation, type OrderReason } from './reasons.ts';
import { type OrderSubmission, useSubmitOrder } from './use-placing.ts';

/** Data of the market. */
export interface MarketFacts {
  market: OrderMarket;
  terms: OrderTerms | null;
  inactive: boolean;
  /** Decimal text; null without any trade or price. */
  lastPrice: string | null;
}

/** Decimal texts; null if unknown. */
interface AssetBalance {
  /** Spendable balance. */
  free: string | null;
  blocked: string | null;
}

export interface OrderFormModel extends MarketFacts {
  /** The centre of the price band; changes every second with the price. */
  reference: bigint | null;
  /** For a limit order only its best prices. */
  book: Book | null;
  session: Session;
  /** The person was authorised once: they may sell, cancel and see balances. */
  verified: boolean;
  form: OrderFormState;
  plan: OrderPlan | null;
  texts: Record<OrderLine, string>;
  reason: OrderReason | null;
  /** A pause of orders, of the market or of its coin; open orders can still be cancelled. */
  pause: Pause | null;
  feeRate: Ppm;
  balances: Record<'coin' | 'quote', AssetBalance>;
  /** Data that the form is validated against. */
  context: OrderContext;
  placing: OrderSubmission;
  /** The order that waits for confirmation. */
  planToConfirm: OrderPlan | null;
  setSide: (side: Side) => void;
  setKind: (kind: OrderKind) => void;
  setPrice: (text: string) => void;
  write: (line: OrderLine, text: string) => void;
  /** Changes the "Advanced" section. */
  setMore: (change: Partial<AdvancedState>) => void;
  /** Rounds a typed price to a tick. */
  roundPriceField: (field: PriceFieldName) => void;
  /** The rounding of a price when its field was left; null: unchanged. */
  rounded: RoundedPrice | null;
  applyLevel: (level: ChosenLevel) => void;
  step: (field: 'price' | 'amount', up: boolean) => void;
  applyShare: (percent: bigint) => void;
  submit: () => void;
  confirm: () => void;
  dismiss: () => void;
}

/** State and actions of the order form; the rules are in `form.ts` and `reasons.ts`. */
export function useOrderForm(facts: MarketFacts, reference: bigint | null): OrderFormModel {
  const { market, terms, lastPrice } = facts;
  const session = useSession();
  const online = useOnline();
  const pause = usePause([...pausablesForFeature('ORDERS'), ...pausablesForTrade(market.coin, market.quote)]);
  const [form, setForm] = useState<OrderFormState>(EMPTY_FORM);
  const book = useBestPrices(market, form.kind === 'market');
  const [roundedPriceField, setRoundedPriceField] = useState<RoundedPrice | null>(null);
  const [planToConfirm, setPlanToConfirm] = useState<OrderPlan | null>(null);
  const verified = isVerified(session.account);
  const feeRate = useFeeRate(session.account, market.quote);
  const entries = useBalances(verified);
  const getAssetBalance = (asset: string): AssetBalance => ({
    free: entries?.[asset]?.credit ?? null,
    blocked: entries?.[asset]?.blockedCredit ?? null,
  });
  const balances = { coin: getAssetBalance(market.coin), quote: getAssetBalance(market.quote) };
  const paidAsset = form.side === 'buy' ? market.quote : market.coin;
  const paidBalanceText = balances[form.side === 'buy' ? 'quote' : 'coin'].free;
  const balance = paidBalanceText === null ? null : parseDecimal(paidBalanceText, scaleOf(paidAsset));

  const last = lastPrice === null ? null : parseDecimal(lastPrice, scaleOf(market.quote));
  const context: OrderContext = useMemo(
    () => ({ terms, book, feeRate, reference, last }),
    [terms, book, feeRate, reference, last],
  );
  const plan = useMemo(() => planWholeOrder(form, market, context), [form, market, context]);
  const submission = useSubmitOrder(() => {
    setPlanToConfirm(null);
    setForm((old) => ({ ...old, entry: null, more: clearInputs(old.more) }));
  });
  const reason = findOrderReason(form, plan, context, {
    inactive: facts.inactive,
    closed: submission.closed && market.quote === 'TOMAN',
    offline: !online,
    mayBuy: session.authorized || !verified,
    balance,
  });

  const change = (next: (old: OrderFormState) => OrderFormState) => {
    submission.clear();
    setRoundedPriceField(null);
    setForm(next);
  };
  return {
    ...facts,
    reference,
    book,
    session,
    verified,
    form,
    plan,
    texts: formatOrderLines(form, market, plan),
    reason,
    pause,
    feeRate,
    balances,
    context,
    placing: submission,
    planToConfirm,
    rounded: roundedPriceField,
    ...formActions(change, setRoundedPriceField, { form, market, terms, plan, context, balance }),
    submit: () => {
      if (!plan || reason !== null) return;
      if (needsConfirmation(plan, book)) {
        submission.clear();
        setPlanToConfirm(plan);
      } else submission.send(plan, form.more);
    },
    confirm: () => {
      if (planToConfirm) submission.send(planToConfirm, form.more);
    },
    dismiss: () => {
      setPlanToConfirm(null);
      submission.clear();
    },
  };
}

interface FormFacts extends Pick<OrderFormModel, 'form' | 'market' | 'terms' | 'plan' | 'context'> {
  /** Spendable balance of what the order gives; null: unknown. */
  balance: bigint | null;
}

/** Returns the actions that change the form, each by a rule of `form.ts` or `form-moves.ts`. */
function formActions(
  change: (next: (old: OrderFormState) => OrderFormState) => void,
  setRounded: (rounded: RoundedPrice) => void,
  { form, market, terms, plan, context, balance }: FormFacts,
): Pick<
  OrderFormModel,
  | 'setSide'
  | 'setKind'
  | 'setPrice'
  | 'setMore'
  | 'roundPriceField'
  | 'applyLevel'
  | 'write'
  | 'step'
  | 'applyShare'
> {
  return {
    setSide: (side) =>
      // A total has another meaning on the other side; an amount does not.
      change((old) => ({
        ...old,
        side,
        entry: old.entry?.line === 'amount' ? old.entry : null,
        more: dropInapplicable(old.more, old.kind, side),
      })),
    setKind: (kind) => change((old) => ({ ...old, kind, more: dropInapplicable(old.more, kind, old.side) })),
    setPrice: (price) => change((old) => ({ ...old, price })),
    setMore: (part) =>
      change((old) => ({ ...old, more: dropInapplicable({ ...old.more, ...part }, old.kind, old.side) })),
    roundPriceField: (field) => {
      const price = terms && findRoundedPrice(form, field, terms);
      if (price === null) return;
      change((old) => setFieldPrice(old, field, price, market));
      setRounded({ field, price });
    },
    applyLevel: (level) =>
      change((old) => {
        const next = applyLevel(old, level, market, context, balance);
        return { ...next, more: dropInapplicable(next.more, 'limit', next.side) };
      }),
    write: (line, text) => change((old) => ({ ...old, entry: text === '' ? null : { line, text } })),
    step: (field, up) => {
      if (!terms) return;
      const { coin, quote } = market;
      change((old) =>
        field === 'price'
          ? { ...old, price: stepAmount(old.price, terms.tick, scaleOf(quote), up) }
          : {
              ...old,
              entry: {
                line: 'amount',
                text: stepAmount(formatOrderLines(old, market, plan).amount, terms.lot, scaleOf(coin), up),
              },
            },
      );
    },
    applyShare: (percent) => {
      if (balance !== null) change((old) => applyBalanceShare(old, percent, balance, market, context));
    },
  };
}

function isVerified(account: Account | null): boolean {
  const type = account?.authenticationType;
  return type === 'AUTHORIZED' || (type?.startsWith('INFORMATION_CHANGED') ?? false);
}
