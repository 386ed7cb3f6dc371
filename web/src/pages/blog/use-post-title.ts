import type { BlogItem } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';

/**
 * Returns an article's display title: one about a coin has the coin's English name as its title, used for lookups,
 * and is shown with a sentence.
 */
export function usePostTitle(): (post: Pick<BlogItem, 'coin' | 'title'>) => string {
  const t = useTranslations('help.blog');
  const format = useFormat();
  return ({ coin, title }) => (coin ? t('about', { coin: format.coin(coin) }) : title);
}
