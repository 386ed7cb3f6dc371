import { COINS, QUOTES } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { coinSymbol } from '../lib/market/coins.ts';
import type { Market } from '../trade-box/form.ts';
import { Field } from '../ui/fields/field.tsx';
import { Segmented } from '../ui/fields/segmented.tsx';
import { Select } from '../ui/fields/select.tsx';
import { Text } from '../ui/layout/layout.tsx';
import { CoinIcon } from '../ui/values/coin-icon.tsx';
import css from './alert-form.module.css';

/** Picks the coin and the quote. */
export function MarketPicker({ market, onChange }: { market: Market; onChange: (market: Market) => void }) {
  const t = useTranslations('alerts.form');
  const format = useFormat();
  const { coin, quote } = market;
  return (
    <div className={css.market}>
      <Field label={t('coin')}>
        <Select
          value={coin}
          // There is no market of Tether in Tether.
          onChange={(next) => onChange({ coin: next, quote: next === 'TETHER' ? 'TOMAN' : quote })}
          options={COINS.map((value) => ({
            value,
            label: format.coin(value),
            text: format.coin(value),
            icon: <CoinIcon coin={value} size={24} />,
            detail: coinSymbol(value),
          }))}
        />
      </Field>
      <div className={css.repeat}>
        <Text as="span" size="s" tone="soft">
          {t('quote')}
        </Text>
        <Segmented
          block
          label={t('quote')}
          value={quote}
          onChange={(next) => onChange({ coin, quote: next })}
          segments={QUOTES.map((key) => ({
            key,
            label: format.coin(key),
            disabled: key === coin,
          }))}
        />
      </div>
    </div>
  );
}
