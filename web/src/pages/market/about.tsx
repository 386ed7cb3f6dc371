import type { Coin } from '@sarraf/domain';
import type { blog } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../i18n/language.ts';
import { call } from '../../lib/api.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Card } from '../../ui/card.tsx';
import { RichText } from '../../ui/rich-text.tsx';

const STALE_MS = 30 * 60_000;

/** The blog's text about the coin, where there is one (specification §2.14). */
export function About({ coin }: { coin: Coin }) {
  const t = useTranslations('markets.coin');
  const format = useFormat();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['blog', language],
    queryFn: async ({ signal }) => (await call<typeof blog>('GET', '/blog', { signal })).content,
    staleTime: STALE_MS,
  });
  const text = data?.find((item) => item.coin === coin);
  if (!text) return null;
  return (
    <Card title={t('about', { coin: format.coin(coin) })}>
      <RichText html={text.body} />
    </Card>
  );
}
