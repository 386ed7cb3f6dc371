import { COINS, QUOTES } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { coinSymbol } from '../lib/coins.ts';
import { useFormat } from '../lib/use-format.ts';
import type { Market } from '../trade-box/form.ts';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { Field } from '../ui/field.tsx';
import { Text } from '../ui/layout.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';
import css from './alert-form.module.css';

/** Which coin, and in what its price is counted. */
export function MarketPicker({ market, onChange }: { market: Market; onChange: (market: Market) => void }) {
  const t = useTranslations('alerts.form');
  const format = useFormat();
  const { coin, quote } = market;
  return (
    <div className={css.market}>
      <Field label={t('coin')}>
        <Select
          value={coin}
          // There is no market of Tether for Tether.
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
