import type { BlogItem } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';

/** A text about a coin has the coin's English name as title, by which it is looked up; people read a sentence. */
export function usePostTitle(): (post: Pick<BlogItem, 'coin' | 'title'>) => string {
  const t = useTranslations('help.blog');
  const format = useFormat();
  return ({ coin, title }) => (coin ? t('about', { coin: format.coin(coin) }) : title);
}
