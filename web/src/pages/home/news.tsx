import type { NewsPost, news } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../framework/i18n/language.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { publicQuery } from '../../lib/queries/public-query.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Picture } from '../../ui/images/picture.tsx';
import { Carousel } from '../../ui/texts/carousel.tsx';
import css from './news.module.css';

const STALE_MS = 5 * 60_000;
const WAITING = ['a', 'b', 'c'];

/** The latest posts of the news site; hidden if there are none. */
export function News() {
  const t = useTranslations('home.news');
  const language = useLanguage();
  const { data, isError } = useQuery(publicQuery<typeof news>(language, '/news', {}, STALE_MS));
  // Below the first screen, so it renders with low priority.
  const posts = useDeferredValue(data?.content);
  if (isError || posts?.length === 0) return null;
  return (
    <div className={css.section}>
      <Carousel
        title={t('title')}
        loading={!posts}
        slides={
          posts
            ? posts.map((post) => ({ key: post.link, content: <NewsCard post={post} /> }))
            : WAITING.map((key) => ({ key, content: <PostSkeleton /> }))
        }
      />
    </div>
  );
}

function NewsCard({ post }: { post: NewsPost }) {
  const t = useTranslations('home.news');
  const { date } = useFormat();
  return (
    <a href={post.link} target="_blank" rel="noopener noreferrer" className={css.post}>
      <Picture src={post.better_featured_image?.source_url ?? null} />
      <span className={css.words}>
        <strong>{post.title.rendered}</strong>
        <span className="hidden">{t('out')}</span>
        <time dateTime={post.date}>{date(post.date)}</time>
      </span>
    </a>
  );
}

function PostSkeleton() {
  return (
    <div className={css.post}>
      <Picture src={null} />
      <span className={css.words}>
        <strong>
          <Skeleton width="85%" height={14} />
        </strong>
        <Skeleton width={80} height={12} />
      </span>
    </div>
  );
}
