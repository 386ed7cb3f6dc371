import { ASSETS, formatDecimal, QUOTE_DECIMALS, scaleOf } from '@sarraf/domain';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../../framework/navigation/router.tsx';
import { useFormat } from '../../../lib/format/use-format.ts';
import { cx } from '../../../ui/class-names.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { Price } from '../../../ui/values/price.tsx';
import { getPriceDecimals } from '../market/use-market.ts';
import { getOppositeLevels } from './form.ts';
import { ORDER_HINT_ID } from './form-words.tsx';
import css from './order-form.module.css';
import type { OrderReason } from './reasons.ts';
import type { OrderFormModel } from './use-order-form.ts';

const PERCENTS = [25n, 50n, 75n, 100n] as const;

const FIELD_REASONS: Readonly<Record<'price' | 'amount' | 'total', ReadonlySet<OrderReason>>> = {
  price: new Set<OrderReason>(['BAND', 'TRIGGER_BAND', 'WOULD_TAKE']),
  amount: new Set<OrderReason>(['LOT', 'MIN', 'MAX']),
  total: new Set<OrderReason>(['BALANCE']),
};

export function PriceField({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.form');
  const format = useFormat();
  const { form, market, book } = model;
  if (form.kind === 'market') {
    const isImmediate = form.more.extra === 'none' || form.more.extra === 'bracket';
    return (
      <Field variant="inset" label={t('price')}>
        <p className={css.static}>{t(isImmediate ? 'marketPrice' : 'marketThen')}</p>
      </Field>
    );
  }
  const best = book && getOppositeLevels(form.side, book)[0]?.price;
  return (
    <Field
      variant="inset"
      label={t('price')}
      aside={best ? <BestPriceButton model={model} price={best} /> : undefined}
    >
      <SteppableField model={model} field="price" label={t('price')} unit={format.unit(market.quote)}>
        <NumberInput
          data-field="price"
          value={form.price}
          decimals={getPriceDecimals(market)}
          onChange={model.setPrice}
          onBlur={() => model.roundPriceField('price')}
          placeholder={format.digits(0)}
          {...getFieldError(model, 'price')}
        />
      </SteppableField>
    </Field>
  );
}

function BestPriceButton({ model, price }: { model: OrderFormModel; price: bigint }) {
  const t = useTranslations('exchange.form');
  const { coin, quote } = model.market;
  const text = formatDecimal(price, scaleOf(quote));
  return (
    <button
      type="button"
      className={css.best}
      title={t(model.form.side === 'buy' ? 'bestBuy' : 'bestSell')}
      onClick={() => model.setPrice(text)}
    >
      {t('best')} <Price value={text} coin={coin} quote={quote} bare />
    </button>
  );
}

export function AmountField({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.form');
  const format = useFormat();
  const { market, texts } = model;
  return (
    <Field variant="inset" label={t('amount')}>
      <SteppableField model={model} field="amount" label={t('amount')} unit={format.unit(market.coin)}>
        <NumberInput
          data-field="amount"
          value={texts.amount}
          decimals={ASSETS[market.coin].decimals}
          onChange={(text) => model.write('amount', text)}
          placeholder={format.digits(0)}
          {...getFieldError(model, 'amount')}
        />
      </SteppableField>
    </Field>
  );
}

export function TotalField({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.form');
  const format = useFormat();
  const { market, texts, form } = model;
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
          onChange={(text) => model.write('total', text)}
          placeholder={format.digits(0)}
          {...getFieldError(model, 'total')}
        />
        <span className={css.unit}>{format.unit(market.quote)}</span>
      </div>
    </Field>
  );
}

const getFieldError = ({ reason }: OrderFormModel, field: keyof typeof FIELD_REASONS) => {
  const isInvalid = reason !== null && FIELD_REASONS[field].has(reason);
  return {
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': ORDER_HINT_ID,
    className: cx(css.number, isInvalid && css.faulty),
  };
};

interface SteppableFieldProps {
  model: OrderFormModel;
  field: 'price' | 'amount';
  label: string;
  unit: string;
  children: ReactNode;
}

/** A number with its unit and two buttons that change it by one tick or lot. */
function SteppableField({ model, field, label, unit, children }: SteppableFieldProps) {
  const t = useTranslations('exchange.form');
  return (
    <div className={css.line}>
      {children}
      <span className={css.unit}>{unit}</span>
      <span className={css.steps}>
        <button
          type="button"
          aria-label={t('up', { field: label })}
          disabled={!model.terms}
          onClick={() => model.step(field, true)}
        >
          <IconChevronUp size={14} aria-hidden />
        </button>
        <button
          type="button"
          aria-label={t('down', { field: label })}
          disabled={!model.terms}
          onClick={() => model.step(field, false)}
        >
          <IconChevronDown size={14} aria-hidden />
        </button>
      </span>
    </div>
  );
}

/** Buttons for shares of the spendable balance, fee included. */
export function BalanceShares({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.form');
  const { percent } = useFormat();
  const { form, balances } = model;
  const balance = balances[form.side === 'buy' ? 'quote' : 'coin'].free;
  const isDisabled =
    balance === null ||
    !/[1-9]/.test(balance) ||
    (form.kind === 'limit' && form.side === 'buy' && !form.price);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend.
    <div className={css.percents} role="group" aria-label={t('percent')}>
      {PERCENTS.map((share) => (
        <button
          key={share.toString()}
          type="button"
          className={css.percent}
          disabled={isDisabled}
          onClick={() => model.applyShare(share)}
        >
          {share === 100n ? t('all') : percent(share.toString())}
        </button>
      ))}
    </div>
  );
}

/** The spendable balance of the paid asset, with a deposit link. */
export function AvailableBalance({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.form');
  const { form, market, balances, verified } = model;
  if (!verified) return null;
  const paidAsset = form.side === 'buy' ? market.quote : market.coin;
  const balance = balances[form.side === 'buy' ? 'quote' : 'coin'].free;
  return (
    <span className={css.available}>
      <span>{t('available')}</span>
      <b>
        <Money value={balance} asset={paidAsset} />
      </b>
      <Link to={`/profile/wallet?deposit=${paidAsset}`}>{t('deposit')}</Link>
    </span>
  );
}
