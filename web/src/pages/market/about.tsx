import type { Coin } from '@sarraf/domain';
import type { blogItem } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type Language, useLanguage } from '../../framework/i18n/language.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { blogSlug } from '../../lib/market/coins.ts';
import { publicQuery } from '../../lib/queries/public-query.ts';
import { Card } from '../../ui/layout/card.tsx';
import { RichText } from '../../ui/texts/rich-text.tsx';

const STALE_MS = 30 * 60_000;

export const coinArticleQuery = (language: Language, coin: Coin) =>
  publicQuery<typeof blogItem>(language, '/blog/:slug', { params: { slug: blogSlug(coin) } }, STALE_MS);

/** The blog's article about the coin, if there is one (requirements §2.14). */
export function AboutCoin({ coin }: { coin: Coin }) {
  const t = useTranslations('markets.coin');
  const format = useFormat();
  const language = useLanguage();
  const { data } = useQuery(coinArticleQuery(language, coin));
  const text = data?.baseDTO;
  if (!text) return null;
  return (
    <Card title={t('about', { coin: format.coin(coin) })}>
      <RichText html={text.body} />
    </Card>
  );
}
