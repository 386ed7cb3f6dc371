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
import { useWage } from '../../../lib/market/wage.ts';
import { usePause } from '../../../lib/pauses.ts';
import { type Session, useSession } from '../../../lib/session/session.ts';
import { useOnline } from '../../../lib/stream/connection.ts';
import { useBalances } from '../../../trade-box/use-balances.ts';
import type { Book } from '../order-book/book.ts';
import { useBestPrices } from '../order-book/use-book.ts';
import { wholePlanOf } from './advanced/plan.ts';
import { type AdvancedState, emptied, fitted } from './advanced/state.ts';
import {
  EMPTY_FORM,
  type OrderContext,
  type OrderFormState,
  type OrderKind,
  type OrderLine,
  type OrderMarket,
  orderLineTexts,
  type Plan,
  stepped,
  withPercent,
} from './form.ts';
import {
  type ChosenLevel,
  type FieldOfPrice,
  type Rounded,
  roundedPrice,
  withLevel,
  withPrice,
} from './form-moves.ts';
import { needsConfirming, type OrderReason, orderReasonOf } from './reasons.ts';
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
interface Holding {
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
  plan: Plan | null;
  texts: Record<OrderLine, string>;
  reason: OrderReason | null;
  /** A pause of orders, of the market or of its coin; open orders can still be cancelled. */
  pause: Pause | null;
  wage: Ppm;
  balances: Record<'coin' | 'quote', Holding>;
  /** Data that the form is validated against. */
  known: OrderContext;
  placing: OrderSubmission;
  /** The order that waits for confirmation. */
  asked: Plan | null;
  setSide: (side: Side) => void;
  setKind: (kind: OrderKind) => void;
  setPrice: (text: string) => void;
  write: (line: OrderLine, text: string) => void;
  /** Changes the "Advanced" section. */
  setMore: (change: Partial<AdvancedState>) => void;
  /** Rounds a typed price to a tick. */
  settle: (field: FieldOfPrice) => void;
  /** The rounding of a price when its field was left; null: unchanged. */
  rounded: Rounded | null;
  takeLevel: (level: ChosenLevel) => void;
  step: (field: 'price' | 'amount', up: boolean) => void;
  takeShare: (percent: bigint) => void;
  submit: () => void;
  confirm: () => void;
  leave: () => void;
}

/** State and actions of the order form; the rules are in `form.ts` and `reasons.ts`. */
export function useOrderForm(facts: MarketFacts, reference: bigint | null): OrderFormModel {
  const { market, terms, lastPrice } = facts;
  const session = useSession();
  const online = useOnline();
  const pause = usePause([...pausablesForFeature('ORDERS'), ...pausablesForTrade(market.coin, market.quote)]);
  const [form, setForm] = useState<OrderFormState>(EMPTY_FORM);
  const book = useBestPrices(market, form.kind === 'market');
  const [rounded, setRounded] = useState<Rounded | null>(null);
  const [asked, setAsked] = useState<Plan | null>(null);
  const verified = isVerified(session.account);
  const wage = useWage(session.account, market.quote);
  const entries = useBalances(verified);
  const holding = (asset: string): Holding => ({
    free: entries?.[asset]?.credit ?? null,
    blocked: entries?.[asset]?.blockedCredit ?? null,
  });
  const balances = { coin: holding(market.coin), quote: holding(market.quote) };
  const given = form.side === 'buy' ? market.quote : market.coin;
  const givenText = balances[form.side === 'buy' ? 'quote' : 'coin'].free;
  const balance = givenText === null ? null : parseDecimal(givenText, scaleOf(given));

  const last = lastPrice === null ? null : parseDecimal(lastPrice, scaleOf(market.quote));
  const known: OrderContext = useMemo(
    () => ({ terms, book, wage, reference, last }),
    [terms, book, wage, reference, last],
  );
  const plan = useMemo(() => wholePlanOf(form, market, known), [form, market, known]);
  const placing = useSubmitOrder(() => {
    setAsked(null);
    setForm((old) => ({ ...old, entry: null, more: emptied(old.more) }));
  });
  const reason = orderReasonOf(form, plan, known, {
    inactive: facts.inactive,
    closed: placing.closed && market.quote === 'TOMAN',
    offline: !online,
    mayBuy: session.authorized || !verified,
    balance,
  });

  const change = (next: (old: OrderFormState) => OrderFormState) => {
    placing.clear();
    setRounded(null);
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
    texts: orderLineTexts(form, market, plan),
    reason,
    pause,
    wage,
    balances,
    known,
    placing,
    asked,
    rounded,
    ...formActions(change, setRounded, { form, market, terms, plan, known, balance }),
    submit: () => {
      if (!plan || reason !== null) return;
      if (needsConfirming(plan, book)) {
        placing.clear();
        setAsked(plan);
      } else placing.send(plan, form.more);
    },
    confirm: () => {
      if (asked) placing.send(asked, form.more);
    },
    leave: () => {
      setAsked(null);
      placing.clear();
    },
  };
}

interface FormFacts extends Pick<OrderFormModel, 'form' | 'market' | 'terms' | 'plan' | 'known'> {
  /** Spendable balance of what the order gives; null: unknown. */
  balance: bigint | null;
}

/** Returns the actions that change the form, each by a rule of `form.ts` or `form-moves.ts`. */
function formActions(
  change: (next: (old: OrderFormState) => OrderFormState) => void,
  setRounded: (rounded: Rounded) => void,
  { form, market, terms, plan, known, balance }: FormFacts,
): Pick<
  OrderFormModel,
  'setSide' | 'setKind' | 'setPrice' | 'setMore' | 'settle' | 'takeLevel' | 'write' | 'step' | 'takeShare'
> {
  return {
    setSide: (side) =>
      // A total has another meaning on the other side; an amount does not.
      change((old) => ({
        ...old,
        side,
        entry: old.entry?.line === 'amount' ? old.entry : null,
        more: fitted(old.more, old.kind, side),
      })),
    setKind: (kind) => change((old) => ({ ...old, kind, more: fitted(old.more, kind, old.side) })),
    setPrice: (price) => change((old) => ({ ...old, price })),
    setMore: (part) =>
      change((old) => ({ ...old, more: fitted({ ...old.more, ...part }, old.kind, old.side) })),
    settle: (field) => {
      const price = terms && roundedPrice(form, field, terms);
      if (price === null) return;
      change((old) => withPrice(old, field, price, market));
      setRounded({ field, price });
    },
    takeLevel: (level) =>
      change((old) => {
        const next = withLevel(old, level, market, known, balance);
        return { ...next, more: fitted(next.more, 'limit', next.side) };
      }),
    write: (line, text) => change((old) => ({ ...old, entry: text === '' ? null : { line, text } })),
    step: (field, up) => {
      if (!terms) return;
      const { coin, quote } = market;
      change((old) =>
        field === 'price'
          ? { ...old, price: stepped(old.price, terms.tick, scaleOf(quote), up) }
          : {
              ...old,
              entry: {
                line: 'amount',
                text: stepped(orderLineTexts(old, market, plan).amount, terms.lot, scaleOf(coin), up),
              },
            },
      );
    },
    takeShare: (percent) => {
      if (balance !== null) change((old) => withPercent(old, percent, balance, market, known));
    },
  };
}

function isVerified(account: Account | null): boolean {
  const type = account?.authenticationType;
  return type === 'AUTHORIZED' || (type?.startsWith('INFORMATION_CHANGED') ?? false);
}
