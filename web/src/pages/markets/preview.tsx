import type { Coin, Quote } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { coinSymbol } from '../../lib/market/coins.ts';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { Percent } from '../../ui/values/percent.tsx';
import { Price } from '../../ui/values/price.tsx';
import type { MarketFigures } from './figures.ts';
import { Volume } from './market-row.tsx';
import css from './preview.module.css';

interface PreviewProps {
  coin: Coin;
  quote: Quote;
  row: MarketFigures | undefined;
  week: readonly string[];
}

/** An enlarged view of the hovered or focused coin, if there is room next to the table. */
export function MarketPreview({ coin, quote, row, week }: PreviewProps) {
  const t = useTranslations('markets.preview');
  const format = useFormat();
  const renderPrice = (value: string | null | undefined) => <Price value={value} coin={coin} quote={quote} />;
  return (
    <Card className={css.preview} aria-label={t('label')} data-coin={coin}>
      <CoinIcon key={coin} coin={coin} size={112} className={css.image} />
      <h2 className={css.name}>
        {format.coin(coin)}
        <small>
          {coinSymbol(coin)} / {coinSymbol(quote)}
        </small>
      </h2>
      <Stack as="p" gap={2} align="center" size="lx" weight={700}>
        <Price value={row?.price} coin={coin} quote={quote} />
        <Percent variant="chip" value={row?.change} />
      </Stack>
      <Stack as="figure" gap={1} align="center" size="xs" tone="faint">
        <Sparkline points={week} width={240} height={72} />
        <figcaption>{t('week')}</figcaption>
      </Stack>
      <Stack as="dl" gap={2} size="s" number className={css.facts}>
        <div>
          <dt>{t('highTrade')}</dt>
          <dd>{renderPrice(row?.high)}</dd>
        </div>
        <div>
          <dt>{t('lowTrade')}</dt>
          <dd>{renderPrice(row?.low)}</dd>
        </div>
        <div>
          <dt>{t('volume')}</dt>
          <dd>{row && <Volume row={row} quote={quote} />}</dd>
        </div>
      </Stack>
    </Card>
  );
}
