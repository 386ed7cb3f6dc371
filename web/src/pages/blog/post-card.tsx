import type { BlogItem } from '@sarraf/domain/contracts';
import { Link } from '../../framework/navigation/router.tsx';
import { useFormat } from '../../lib/format/use-format.ts';
import { Picture } from '../../ui/images/picture.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { protectFigures } from '../../ui/values/protect-figures.tsx';
import css from './blog.module.css';
import { usePostTitle } from './use-post-title.ts';

interface PostCardProps {
  post: BlogItem;
  /** Visible when the page opens. */
  eager?: boolean;
}

/** A list entry of an article: with its picture, or the coin's icon if it is about a coin. */
export function PostCard({ post, eager }: PostCardProps) {
  const { date } = useFormat();
  const getTitle = usePostTitle();
  const { slug, coin, picture, summary, publishedAtDateTime } = post;
  if (coin && !picture) {
    return (
      <Link to={`/blog/${slug}`} className={css.coin}>
        <CoinIcon coin={coin} size={44} />
        <span>
          <h3>{getTitle(post)}</h3>
          {summary && <p>{protectFigures(summary)}</p>}
        </span>
      </Link>
    );
  }
  return (
    <Link to={`/blog/${slug}`} className={css.post}>
      <Picture src={picture} eager={eager ?? false} />
      <span className={css.words}>
        <h3>{getTitle(post)}</h3>
        {summary && <p>{protectFigures(summary)}</p>}
        <time dateTime={publishedAtDateTime}>{date(publishedAtDateTime)}</time>
      </span>
    </Link>
  );
}
