import type { BlogItem, blog } from '@sarraf/domain/contracts';
import { IconNews } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../framework/i18n/language.ts';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { publicQuery } from '../../lib/queries/public-query.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/loaded.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Picture } from '../../ui/images/picture.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import css from './blog.module.css';
import { PostCard } from './post-card.tsx';

/** All articles: first those about money and networks, then one for each coin. */
export function Page() {
  const t = useTranslations();
  useTitle(t('help.blog.title'));
  const language = useLanguage();
  const query = useQuery(publicQuery<typeof blog>(language, '/blog'));
  return (
    <main className={`wrap ${css.page}`}>
      <SectionHead of="page" title={t('help.blog.title')} lead={t('help.blog.lead')} />
      <QueryBoundary query={query} skeleton={<BlogSkeleton />}>
        {({ content }) =>
          content.length === 0 ? (
            <EmptyState
              icon={<IconNews size={26} />}
              title={t('help.blog.empty')}
              text={t('help.blog.emptyText')}
              action={
                <LinkButton variant="ghost" to="/guide">
                  {t('nav.guide')}
                </LinkButton>
              }
            />
          ) : (
            <>
              <ArticleShelf
                title={t('help.blog.articles')}
                posts={content.filter(({ coin }) => coin === null)}
              />
              <ArticleShelf
                title={t('help.blog.coins')}
                posts={content.filter(({ coin }) => coin !== null)}
              />
            </>
          )
        }
      </QueryBoundary>
    </main>
  );
}

function ArticleShelf({ title, posts }: { title: string; posts: readonly BlogItem[] }) {
  const id = useId();
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby={id} className={css.shelf}>
      <SectionHead id={id} title={title} />
      <ul className={css.posts}>
        {posts.map((post, index) => (
          <li key={post.slug}>
            <PostCard post={post} eager={index < 2} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function BlogSkeleton() {
  return (
    <div className={css.posts} aria-busy>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className={css.post}>
          <Picture src={null} />
          <div className={css.words}>
            <Skeleton width="80%" height={18} />
            <Skeleton height={14} />
            <Skeleton width="60%" height={14} />
          </div>
        </div>
      ))}
    </div>
  );
}
