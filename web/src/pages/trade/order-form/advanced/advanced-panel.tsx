import { ASSETS } from '@sarraf/domain';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../lib/format/use-format.ts';
import { cx } from '../../../../ui/class-names.ts';
import { Checkbox } from '../../../../ui/fields/checkbox.tsx';
import { Field } from '../../../../ui/fields/field.tsx';
import { NumberInput } from '../../../../ui/fields/number-input.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { getPriceDecimals } from '../../market/use-market.ts';
import css from '../order-form.module.css';
import type { OrderFormModel } from '../use-order-form.ts';
import { useMarketFormat } from '../use-words.ts';
import own from './advanced.module.css';
import { REASON_FIELDS } from './reasons.ts';
import {
  type AdvancedField,
  canRestInBook,
  listAdvancedFields,
  listAdvancedTypes,
  listTimesInForce,
  VALIDITIES,
} from './state.ts';
import { useAdvancedRemedy, useDisplayRemedy } from './use-advanced-remedy.ts';

/** Options of an order: its type, the fields that the type needs, and how it trades. */
export function AdvancedPanel({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.advanced');
  const { form, setMore } = model;
  const { more, kind, side } = form;
  return (
    <>
      <InlineSelect label={t('type')}>
        <Select
          variant="pill"
          label={t('type')}
          value={more.extra}
          onChange={(extra) => setMore({ extra })}
          options={listAdvancedTypes(kind, side).map((extra) => ({
            value: extra,
            label:
              kind === 'limit'
                ? t(`limit.${extra as LimitOrderType}`)
                : t(`market.${extra as MarketOrderType}`),
          }))}
        />
      </InlineSelect>
      {more.extra !== 'none' && <p className={own.note}>{t(`note.${more.extra}`)}</p>}
      {listAdvancedFields(more).map((field) => (
        <AdvancedPrice key={field} model={model} field={field} />
      ))}
      {more.extra !== 'none' && (
        <InlineSelect label={t('by')}>
          <Select
            variant="pill"
            label={t('by')}
            value={more.by}
            onChange={(by) => setMore({ by })}
            options={PRICES.map((by) => ({ value: by, label: t(by) }))}
          />
        </InlineSelect>
      )}
      {more.extra === 'none' && <TimeInForceFields model={model} />}
      {more.extra !== 'oco' && more.extra !== 'bracket' && <SelfTradeField model={model} />}
    </>
  );
}

type LimitOrderType = 'none' | 'stop' | 'takeProfit' | 'oco' | 'bracket';
type MarketOrderType = 'none' | 'stop' | 'takeProfit' | 'trailing' | 'bracket';

function AdvancedPrice({ model, field }: { model: OrderFormModel; field: AdvancedField }) {
  const t = useTranslations('exchange.advanced');
  const format = useFormat();
  const marketFormat = useMarketFormat(model.market);
  const remedy = useAdvancedRemedy(model);
  const { form, market, rounded, terms, reason } = model;
  const { extra } = form.more;
  const optional = field === 'stopLimit' && !(extra === 'oco' && form.side === 'buy');
  const name =
    field === 'trigger' && (extra === 'oco' || extra === 'bracket')
      ? 'stopTrigger'
      : optional
        ? 'stopLimitOptional'
        : field;
  const isInvalid = reason !== null && REASON_FIELDS[reason] === field;
  return (
    <Field
      variant="inset"
      label={t(name)}
      error={remedy?.field === field ? remedy.text : null}
      hint={
        rounded?.field === field && terms
          ? t('rounded', { price: marketFormat.price(rounded.price), step: marketFormat.price(terms.tick) })
          : undefined
      }
    >
      <div className={css.line}>
        <NumberInput
          value={form.more[field]}
          decimals={getPriceDecimals(market)}
          onChange={(text) => model.setMore({ [field]: text })}
          onBlur={() => model.roundPriceField(field)}
          placeholder={format.digits(0)}
          className={cx(css.number, isInvalid && css.faulty)}
        />
        <span className={css.unit}>{format.unit(market.quote)}</span>
      </div>
    </Field>
  );
}

/** A select on one line with its label. */
function InlineSelect({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={own.pick}>
      <span aria-hidden>{label}</span>
      {children}
    </div>
  );
}

/** Time in force and post-only. */
function TimeInForceFields({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.advanced');
  const { form, setMore } = model;
  const { more, kind } = form;
  return (
    <>
      <InlineSelect label={t('time')}>
        <Select
          variant="pill"
          label={t('time')}
          value={more.time}
          onChange={(time) => setMore({ time })}
          options={listTimesInForce(kind).map((time) => ({ value: time, label: t(time) }))}
        />
      </InlineSelect>
      {more.time === 'GTD' && (
        <InlineSelect label={t('span')}>
          <Select
            variant="pill"
            label={t('span')}
            value={more.span}
            onChange={(span) => setMore({ span })}
            options={VALIDITIES.map((span) => ({ value: span, label: t(span) }))}
          />
        </InlineSelect>
      )}
      {kind === 'limit' && (
        <Checkbox
          className={own.check}
          checked={more.postOnly}
          disabled={more.time === 'IOC' || more.time === 'FOK'}
          onChange={(event) => setMore({ postOnly: event.target.checked })}
        >
          {t('postOnly')}
        </Checkbox>
      )}
      {canRestInBook(more, kind) && <DisplayAmount model={model} />}
    </>
  );
}

/** The display amount: the visible part of the order. */
function DisplayAmount({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.advanced');
  const format = useFormat();
  const error = useDisplayRemedy(model);
  const { coin } = model.market;
  return (
    <Field variant="inset" label={t('display')} error={error}>
      <div className={css.line}>
        <NumberInput
          value={model.form.more.display}
          decimals={ASSETS[coin].decimals}
          onChange={(display) => model.setMore({ display })}
          placeholder={format.digits(0)}
          className={cx(css.number, error && css.faulty)}
        />
        <span className={css.unit}>{format.unit(coin)}</span>
      </div>
    </Field>
  );
}

function SelfTradeField({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.advanced');
  const { form, setMore } = model;
  return (
    <InlineSelect label={t('own')}>
      <Select
        variant="pill"
        label={t('own')}
        value={form.more.ownFirst}
        onChange={(ownFirst) => setMore({ ownFirst })}
        options={SELF_TRADES.map((value) => ({ value, label: t(value) }))}
      />
    </InlineSelect>
  );
}

const PRICES = ['LAST', 'REFERENCE'] as const;
const SELF_TRADES = ['NEWEST', 'OLDEST', 'BOTH'] as const;
