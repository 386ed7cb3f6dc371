import type { BlogItem, blog, blogItem } from '@sarraf/domain/contracts';
import { IconArrowLeft, IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../framework/i18n/language.ts';
import { Link, useParams } from '../../framework/navigation/router.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { ApiError } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { chooseQuote, marketPath } from '../../lib/market/coins.ts';
import { publicQuery } from '../../lib/queries/public-query.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/loaded.tsx';
import { ProseSkeleton } from '../../ui/feedback/prose-skeleton.tsx';
import { Picture } from '../../ui/images/picture.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { RichText } from '../../ui/texts/rich-text.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { protectFigures } from '../../ui/values/protect-figures.tsx';
import css from './article.module.css';
import blogCss from './blog.module.css';
import { PostCard } from './post-card.tsx';
import { findRelatedPosts } from './related.ts';
import { usePostTitle } from './use-post-title.ts';

/** `/blog/{slug}`: one article, and related ones. */
export function Page() {
  const { slug = '' } = useParams();
  return <ArticleLoader key={slug} slug={slug} />;
}

function ArticleLoader({ slug }: { slug: string }) {
  const t = useTranslations('help.blog');
  const language = useLanguage();
  const query = useQuery(publicQuery<typeof blogItem>(language, '/blog/:slug', { params: { slug } }));
  const getTitle = usePostTitle();
  const post = query.data?.baseDTO;
  useTitle(post ? getTitle(post) : t('title'));
  if (query.error instanceof ApiError && [400, 404].includes(query.error.httpStatus))
    return <ArticleNotFound />;
  return (
    <main className={`wrap ${css.page}`}>
      <Link to="/blog" className={css.back}>
        <IconArrowLeft size={18} className="flip" aria-hidden />
        {t('back')}
      </Link>
      <QueryBoundary query={query} skeleton={<ProseSkeleton paragraphs={5} />}>
        {({ baseDTO }) => <ArticleContent post={baseDTO} />}
      </QueryBoundary>
      {post && <RelatedArticles post={post} />}
    </main>
  );
}

function ArticleContent({ post }: { post: BlogItem }) {
  const t = useTranslations('help.blog');
  const { coin: formatCoinName, date, language } = useFormat();
  const getTitle = usePostTitle();
  const { coin, picture, summary, body, publishedAtDateTime } = post;
  return (
    <article className={css.article}>
      <header className={css.head}>
        {coin && <CoinIcon coin={coin} size={56} />}
        <h1>{getTitle(post)}</h1>
        {summary && (
          <Text size="l" tone="soft" className={css.summary}>
            {protectFigures(summary)}
          </Text>
        )}
        <time dateTime={publishedAtDateTime}>{t('published', { date: date(publishedAtDateTime) })}</time>
      </header>
      {picture && <Picture src={picture} eager className={css.picture} />}
      <RichText html={body} className={css.body} />
      {coin && (
        <LinkButton
          variant="ghost"
          className={css.market}
          to={marketPath(coin, chooseQuote(language, coin, 'TOMAN'))}
        >
          {t('market', { coin: formatCoinName(coin) })}
        </LinkButton>
      )}
    </article>
  );
}

/** No error is shown if the list fails to load: the article itself is there. */
function RelatedArticles({ post }: { post: BlogItem }) {
  const t = useTranslations('help.blog');
  const language = useLanguage();
  const id = useId();
  const { data } = useQuery(publicQuery<typeof blog>(language, '/blog'));
  const others = findRelatedPosts(data?.content ?? [], post);
  if (others.length === 0) return null;
  return (
    <aside aria-labelledby={id} className={css.related}>
      <SectionHead id={id} title={t('related')} />
      <ul className={blogCss.posts}>
        {others.map((other) => (
          <li key={other.slug}>
            <PostCard post={other} />
          </li>
        ))}
      </ul>
    </aside>
  );
}

function ArticleNotFound() {
  const t = useTranslations('help.blog');
  return (
    <main className={`wrap ${css.missing}`}>
      <EmptyState
        whole
        icon={<IconFileOff size={26} />}
        title={t('missing')}
        text={t('missingText')}
        action={
          <LinkButton variant="ghost" to="/blog">
            {t('back')}
          </LinkButton>
        }
      />
    </main>
  );
}
