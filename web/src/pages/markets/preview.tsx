import { type Coin, priceDecimals, type Quote } from '@sarraf/domain';
import type { MarketInfo } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { coinSymbol } from '../../lib/coins.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Card } from '../../ui/card.tsx';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Money } from '../../ui/money.tsx';
import { Percent } from '../../ui/percent.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { Volume } from './market-row.tsx';
import css from './preview.module.css';

interface PreviewProps {
  coin: Coin;
  quote: Quote;
  row: MarketInfo | undefined;
  week: readonly string[];
}

/** The coin under the pointer or the keyboard, large; where there is room beside the table. */
export function MarketPreview({ coin, quote, row, week }: PreviewProps) {
  const t = useTranslations('markets.preview');
  const format = useFormat();
  const decimals = priceDecimals(coin, quote);
  const price = (value: string | null | undefined) => (
    <Money value={value} asset={quote} decimals={decimals} fixed bare />
  );
  return (
    <Card className={css.preview} aria-label={t('label')} data-coin={coin}>
      <CoinIcon key={coin} coin={coin} size={112} className={css.image} />
      <h2 className={css.name}>
        {format.coin(coin)}
        <small>
          {coinSymbol(coin)} / {coinSymbol(quote)}
        </small>
      </h2>
      <Stack as="p" gap={2} align="center" size="lx" weight={700} number>
        <Money value={row?.lastPrice} asset={quote} decimals={decimals} fixed />
        <Percent variant="chip" value={row?.last24HoursChange} />
      </Stack>
      <Stack as="figure" gap={1} align="center" size="xs" tone="faint">
        <Sparkline points={week} width={240} height={72} />
        <figcaption>{t('week')}</figcaption>
      </Stack>
      <Stack as="dl" gap={2} size="s" number className={css.facts}>
        <div>
          <dt>{t('high')}</dt>
          <dd>{price(row?.last24HoursHigh)}</dd>
        </div>
        <div>
          <dt>{t('low')}</dt>
          <dd>{price(row?.last24HoursLow)}</dd>
        </div>
        <div>
          <dt>{t('volume')}</dt>
          <dd>{row && <Volume row={row} quote={quote} />}</dd>
        </div>
      </Stack>
    </Card>
  );
}
