import { IconInfoCircle, IconWallet } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { Donut, sliceColour } from '../../ui/charts/donut.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack, Text } from '../../ui/layout/layout.tsx';
import { Money } from '../../ui/values/money.tsx';
import { OTHERS, type PortfolioPart, type portfolio } from './portfolio.ts';
import css from './worth-card.module.css';

type Worth = ReturnType<typeof portfolio>;

/** What everything is worth in Toman, and what it is made of. */
export function WalletWorthCard({ worth }: { worth: Worth | undefined }) {
  const t = useTranslations('wallet.worth');
  return (
    <Card className={css.card}>
      <Stack gap={5} className={css.worth}>
        <div className={css.total}>
          <h2>{t('title')}</h2>
          {worth ? (
            <Money value={worth.total} asset="TOMAN" className={css.figure} flash />
          ) : (
            <Skeleton width={230} height={38} className={css.figure} />
          )}
        </div>
        {!worth && <Waiting />}
        {worth && (worth.parts.length === 0 ? <Nothing /> : <Composition worth={worth} />)}
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

function Composition({ worth }: { worth: Worth }) {
  const t = useTranslations('wallet.worth');
  const { digits } = useFormat();
  const { name, percent } = usePartWords();
  const words = worth.parts.map((part) => `${name(part)} ${percent(part)}`).join(', ');
  return (
    <div className={css.chart}>
      <Donut slices={worth.parts} size={148} label={t('chart', { parts: words })}>
        <strong className={css.count}>{digits(worth.held)}</strong>
        <Text as="small" size="s" tone="faint">
          {t('assets')}
        </Text>
      </Donut>
      <Stack as="ul" size="sm" className={css.legend}>
        {worth.parts.map((part, index) => (
          <li key={part.key}>
            <span className={css.swatch} style={{ background: sliceColour(index) }} aria-hidden />
            <span className={css.name}>{name(part)}</span>
            <bdi className={css.percent}>{percent(part)}</bdi>
            <Money value={part.value} asset="TOMAN" className={css.value} bare />
          </li>
        ))}
      </Stack>
    </div>
  );
}

function usePartWords() {
  const t = useTranslations('wallet.worth');
  const format = useFormat();
  return {
    name: ({ key }: PortfolioPart) => (key === OTHERS ? t('others') : format.coin(key)),
    percent: ({ percent }: PortfolioPart) =>
      percent === null ? t('tiny', { percent: format.percent('0.1') }) : format.percent(percent),
  };
}

function Nothing() {
  const t = useTranslations('wallet.worth');
  return (
    <div className={css.chart}>
      <Donut slices={[]} size={148} label={t('noChart')}>
        <IconWallet size={30} className={css.purse} aria-hidden />
      </Donut>
      <Stack gap={1} className={css.empty}>
        <h3>{t('emptyTitle')}</h3>
        <p>{t('emptyText')}</p>
      </Stack>
    </div>
  );
}

function Waiting() {
  return (
    <div className={css.chart} aria-hidden>
      <Skeleton width={148} height={148} round />
      <Stack gap={4}>
        {['70%', '50%', '60%', '45%', '55%'].map((width) => (
          <Skeleton key={width} width={width} height={14} />
        ))}
      </Stack>
    </div>
  );
}
