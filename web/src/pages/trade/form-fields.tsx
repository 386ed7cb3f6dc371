import { ASSETS, decimalText, QUOTE_DECIMALS, scaleOf } from '@sarraf/domain';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/use-format.ts';
import { cx } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { opposite } from './form.ts';
import { ORDER_WORDS_ID } from './form-words.tsx';
import css from './order-form.module.css';
import type { OrderReason } from './reasons.ts';
import { decimalsOf } from './use-market.ts';
import type { OrderDesk } from './use-order-form.ts';
import { useWords } from './use-words.ts';

const PERCENTS = [25n, 50n, 75n, 100n] as const;

const AT_FAULT: Readonly<Record<'price' | 'amount' | 'total', ReadonlySet<OrderReason>>> = {
  price: new Set<OrderReason>(['TICK', 'BAND']),
  amount: new Set<OrderReason>(['LOT', 'MIN', 'MAX']),
  total: new Set<OrderReason>(['BALANCE']),
};

export function PriceField({ desk }: { desk: OrderDesk }) {
  const t = useTranslations('exchange.form');
  const format = useFormat();
  const { form, market, book } = desk;
  if (form.kind === 'market') {
    return (
      <Field variant="inset" label={t('price')}>
        <p className={css.static}>{t('marketPrice')}</p>
      </Field>
    );
  }
  const best = book && opposite(form.side, book)[0]?.price;
  return (
    <Field variant="inset" label={t('price')} aside={best ? <Best desk={desk} price={best} /> : undefined}>
      <Steppable desk={desk} field="price" label={t('price')} unit={format.unit(market.quote)}>
        <NumberInput
          value={form.price}
          decimals={decimalsOf(market)}
          onChange={desk.setPrice}
          placeholder={format.digits(0)}
          {...faultOf(desk, 'price')}
        />
      </Steppable>
    </Field>
  );
}

function Best({ desk, price }: { desk: OrderDesk; price: bigint }) {
  const t = useTranslations('exchange.form');
  const words = useWords(desk.market);
  const text = decimalText(price, scaleOf(desk.market.quote));
  return (
    <button
      type="button"
      className={css.best}
      title={t(desk.form.side === 'buy' ? 'bestBuy' : 'bestSell')}
      onClick={() => desk.setPrice(text)}
    >
      {t('best')} <bdi dir="ltr">{words.barePrice(price)}</bdi>
    </button>
  );
}

export function AmountField({ desk }: { desk: OrderDesk }) {
  const t = useTranslations('exchange.form');
  const format = useFormat();
  const { market, texts } = desk;
  return (
    <Field variant="inset" label={t('amount')}>
      <Steppable desk={desk} field="amount" label={t('amount')} unit={format.unit(market.coin)}>
        <NumberInput
          value={texts.amount}
          decimals={ASSETS[market.coin].decimals}
          onChange={(text) => desk.write('amount', text)}
          placeholder={format.digits(0)}
          {...faultOf(desk, 'amount')}
        />
      </Steppable>
    </Field>
  );
}

export function TotalField({ desk }: { desk: OrderDesk }) {
  const t = useTranslations('exchange.form');
  const format = useFormat();
  const { market, texts, form } = desk;
  const about = form.kind === 'market' && form.entry?.line === 'amount';
  const label =
    form.side === 'buy'
      ? t(about ? 'payAbout' : 'pay')
      : t(form.kind === 'market' ? 'receiveAbout' : 'receive');
  return (
    <Field variant="inset" label={label}>
      <div className={css.line}>
        <NumberInput
          value={texts.total}
          decimals={QUOTE_DECIMALS[market.quote]}
          onChange={(text) => desk.write('total', text)}
          placeholder={format.digits(0)}
          {...faultOf(desk, 'total')}
        />
        <span className={css.unit}>{format.unit(market.quote)}</span>
      </div>
    </Field>
  );
}

const faultOf = ({ reason }: OrderDesk, field: keyof typeof AT_FAULT) => {
  const faulty = reason !== null && AT_FAULT[field].has(reason);
  return {
    'aria-invalid': faulty || undefined,
    'aria-describedby': ORDER_WORDS_ID,
    className: cx(css.number, faulty && css.faulty),
  };
};

interface SteppableProps {
  desk: OrderDesk;
  field: 'price' | 'amount';
  label: string;
  unit: string;
  children: ReactNode;
}

/** A number with its unit and two buttons that go a step of the market up or down. */
function Steppable({ desk, field, label, unit, children }: SteppableProps) {
  const t = useTranslations('exchange.form');
  return (
    <div className={css.line}>
      {children}
      <span className={css.unit}>{unit}</span>
      <span className={css.steps}>
        <button
          type="button"
          aria-label={t('up', { field: label })}
          disabled={!desk.terms}
          onClick={() => desk.step(field, true)}
        >
          <IconChevronUp size={14} aria-hidden />
        </button>
        <button
          type="button"
          aria-label={t('down', { field: label })}
          disabled={!desk.terms}
          onClick={() => desk.step(field, false)}
        >
          <IconChevronDown size={14} aria-hidden />
        </button>
      </span>
    </div>
  );
}

/** Shares of what can be spent, the fee included. */
export function Percents({ desk }: { desk: OrderDesk }) {
  const t = useTranslations('exchange.form');
  const { percent } = useFormat();
  const { form, balances } = desk;
  const balance = balances[form.side === 'buy' ? 'quote' : 'coin'].free;
  const idle =
    balance === null ||
    !/[1-9]/.test(balance) ||
    (form.kind === 'limit' && form.side === 'buy' && !form.price);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend on the screen.
    <div className={css.percents} role="group" aria-label={t('percent')}>
      {PERCENTS.map((share) => (
        <button
          key={share.toString()}
          type="button"
          className={css.percent}
          disabled={idle}
          onClick={() => desk.takeShare(share)}
        >
          {share === 100n ? t('all') : percent(share.toString())}
        </button>
      ))}
    </div>
  );
}

/** What can be spent of what is given, with the way to more. */
export function Available({ desk }: { desk: OrderDesk }) {
  const t = useTranslations('exchange.form');
  const format = useFormat();
  const { form, market, balances, verified } = desk;
  if (!verified) return null;
  const given = form.side === 'buy' ? market.quote : market.coin;
  const balance = balances[form.side === 'buy' ? 'quote' : 'coin'].free;
  return (
    <span className={css.available}>
      <span>{t('available')}</span>
      <b>{balance === null ? '—' : format.money(balance, given)}</b>
      <Link to={`/profile/wallet?deposit=${given}`}>{t('deposit')}</Link>
    </span>
  );
}
