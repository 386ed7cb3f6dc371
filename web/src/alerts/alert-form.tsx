import { ALERT_REPEATS, formatUnitPrice, MAX_ALERTS, priceDecimals } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../access/parts.tsx';
import { Link } from '../framework/navigation/router.tsx';
import { useFormat } from '../lib/format/use-format.ts';
import type { Market } from '../trade-box/form.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Field } from '../ui/fields/field.tsx';
import { NumberInput } from '../ui/fields/number-input.tsx';
import { Segmented } from '../ui/fields/segmented.tsx';
import { Cluster, Stack, Text } from '../ui/layout/layout.tsx';
import { CoinIcon } from '../ui/values/coin-icon.tsx';
import { Price } from '../ui/values/price.tsx';
import css from './alert-form.module.css';
import { ALERT_PRESETS, computePreset, formatDistance } from './form.ts';
import { MarketPicker } from './market-picker.tsx';
import { useAlertForm } from './use-alert-form.ts';

interface AlertFormProps {
  market: Market;
  pick: boolean;
  onDone: () => void;
}

export function AlertForm({ market: initialMarket, pick, onDone }: AlertFormProps) {
  const t = useTranslations('alerts');
  const { digits, unit } = useFormat();
  const form = useAlertForm(initialMarket, onDone);
  const { market, price, validationError, alerts } = form;
  const { coin, quote } = market;
  const reason =
    form.waiting ?? (validationError && t(`error.${validationError}`, { most: digits(MAX_ALERTS) }));
  return (
    <Stack as="form" gap={4} noValidate onSubmit={form.submit}>
      {pick && <MarketPicker market={market} onChange={form.setMarket} />}
      <CurrentPrice form={form} />
      <Field
        label={t('form.threshold')}
        aside={unit(quote)}
        hint={<ThresholdHint form={form} />}
        error={validationError === 'REACHED' ? t('form.reached') : null}
      >
        <NumberInput
          size="l"
          required
          decimals={priceDecimals(coin, quote)}
          value={form.threshold}
          onChange={form.setThreshold}
        />
      </Field>
      <fieldset className={css.presets} aria-label={t('form.presets')}>
        {ALERT_PRESETS.map((percent) => (
          <PresetButton
            key={percent}
            percent={percent}
            disabled={price === null}
            onPick={() => price !== null && form.setThreshold(computePreset(price, percent, market))}
          />
        ))}
      </fieldset>
      <div className={css.repeat}>
        <Text as="span" size="s" tone="soft">
          {t('form.repeat')}
        </Text>
        <Segmented
          block
          label={t('form.repeat')}
          value={form.repeat}
          onChange={form.setRepeat}
          segments={ALERT_REPEATS.map((key) => ({ key, label: t(`form.repeats.${key}`) }))}
        />
        <p className={css.note}>{t(`form.repeatHints.${form.repeat}`)}</p>
      </div>
      <AccessProblem text={form.problem} />
      <Button type="submit" size="l" block busy={form.busy} disabledReason={form.busy ? null : reason}>
        {t('form.create')}
      </Button>
      {!pick && (
        <Link to="/profile/alerts" className={css.all} onClick={onDone}>
          {alerts
            ? t('form.allCount', { count: digits(alerts.length), most: digits(MAX_ALERTS) })
            : t('form.all')}
        </Link>
      )}
    </Stack>
  );
}

type Form = ReturnType<typeof useAlertForm>;

/** The current price that the threshold is compared with. */
function CurrentPrice({ form: { market, price, loading } }: { form: Form }) {
  const t = useTranslations('alerts.form');
  const { coin, quote } = market;
  return (
    <Cluster gap={3} className={css.now}>
      <CoinIcon key={coin} coin={coin} size={36} />
      <Stack shrink className={css.words}>
        <Text as="span" size="s" tone="soft">
          {t('now')}
        </Text>
        <strong>
          {loading && <Skeleton width={140} />}
          {!loading && price === null && t('halted')}
          {price !== null && (
            <Price value={formatUnitPrice(price, coin, quote)} coin={coin} quote={quote} flash />
          )}
        </strong>
        <small>{t('which')}</small>
      </Stack>
    </Cluster>
  );
}

/** The direction and distance to the threshold. */
function ThresholdHint({ form: { market, threshold, direction, price } }: { form: Form }) {
  const t = useTranslations('alerts.form');
  const { percent } = useFormat();
  const distance = price === null ? null : formatDistance(threshold, price, market);
  if (direction === null || distance === null) return t('hint');
  const way = direction === 'ABOVE' ? 'above' : 'below';
  return distance === '0' ? t(`${way}Here`) : t(way, { distance: percent(distance) });
}

function PresetButton(props: { percent: number; disabled: boolean; onPick: () => void }) {
  const { percent } = useFormat();
  return (
    <Button variant="ghost" size="s" disabled={props.disabled} onClick={props.onPick}>
      <bdi dir="ltr">{percent(String(props.percent), true)}</bdi>
    </Button>
  );
}
