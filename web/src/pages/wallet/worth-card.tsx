import { IconInfoCircle, IconListDetails, IconSum } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { useValueQuote } from '../../lib/market/use-worth.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { sliceColour } from '../../ui/charts/donut.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack } from '../../ui/layout/layout.tsx';
import { Money } from '../../ui/values/money.tsx';
import { type buildPortfolio, OTHERS_KEY, type PortfolioPart } from './portfolio.ts';
import css from './worth-card.module.css';

type Worth = ReturnType<typeof buildPortfolio>;

/** Portfolio value and its composition. */
export function WalletWorthCard({ worth }: { worth: Worth | undefined }) {
  const t = useTranslations('wallet.worth');
  const wallet = useTranslations('wallet');
  const { money, worthOf } = useValueQuote();
  return (
    <Card className={css.card}>
      <Stack gap={4} className={css.worth}>
        <Cluster gap={3} align="start" justify="between" wrap>
          <div className={css.total}>
            <h2>{t('title')}</h2>
            {worth ? (
              <Money value={worthOf(worth.total)} asset={money} className={css.figure} flash />
            ) : (
              <Skeleton width={230} height="1.5em" className={css.figure} />
            )}
          </div>
          <Cluster gap={1} wrap justify="end" className={css.links}>
            <LinkButton
              to="/profile/wallet/movements"
              variant="text"
              size="s"
              icon={<IconListDetails size={18} aria-hidden />}
            >
              {wallet('movements.link')}
            </LinkButton>
            <LinkButton
              to="/profile/walletEx"
              variant="text"
              size="s"
              icon={<IconSum size={18} aria-hidden />}
            >
              {wallet('toman.totals')}
            </LinkButton>
          </Cluster>
        </Cluster>
        {!worth && <PortfolioSkeleton />}
        {worth && (worth.parts.length === 0 ? <EmptyPortfolio /> : <PortfolioComposition worth={worth} />)}
      </Stack>
      {worth?.unpriced && (
        <Cluster as="p" align="first" gap="icon" size="s" tone="faint" className={css.note}>
          <IconInfoCircle size={16} aria-hidden />
          {t('unpriced')}
        </Cluster>
      )}
    </Card>
  );
}

/** A stacked bar of the parts by value, with a legend. */
function PortfolioComposition({ worth }: { worth: Worth }) {
  const t = useTranslations('wallet.worth');
  const { name, percent } = usePartText();
  const words = worth.parts.map((part) => `${name(part)} ${percent(part)}`).join(', ');
  return (
    <Stack gap={3}>
      <div role="img" aria-label={t('chart', { parts: words })} className={css.line}>
        {worth.parts.map((part, index) => (
          <span key={part.key} style={{ flexGrow: part.share, background: sliceColour(index) }} />
        ))}
      </div>
      <Cluster as="ul" wrap gap={4} rowGap={1} size="s" className={css.legend} aria-hidden>
        {worth.parts.map((part, index) => (
          <li key={part.key}>
            <span className={css.swatch} style={{ background: sliceColour(index) }} />
            <span>{name(part)}</span>
            <bdi className={css.percent}>{percent(part)}</bdi>
          </li>
        ))}
      </Cluster>
    </Stack>
  );
}

function usePartText() {
  const t = useTranslations('wallet.worth');
  const format = useFormat();
  return {
    name: ({ key }: PortfolioPart) => (key === OTHERS_KEY ? t('others') : format.coin(key)),
    percent: ({ percent }: PortfolioPart) =>
      percent === null ? t('tiny', { percent: format.percent('0.1') }) : format.percent(percent),
  };
}

function EmptyPortfolio() {
  const t = useTranslations('wallet.worth');
  return (
    <Stack gap={1} className={css.empty}>
      <h3>{t('emptyTitle')}</h3>
      <p>{t('emptyText')}</p>
    </Stack>
  );
}

function PortfolioSkeleton() {
  return (
    <Stack gap={3} aria-hidden>
      <Skeleton width="100%" height={10} />
      <Cluster size="s">
        <Skeleton width="70%" height="1lh" />
      </Cluster>
    </Stack>
  );
}
