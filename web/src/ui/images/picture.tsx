import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import css from './picture.module.css';

interface PictureProps {
  /** Path on this site; null: a calm ground with what is given instead. */
  src: string | null;
  /** Empty where the words beside it say all. */
  alt?: string;
  /** In sight when the page opens: fetched at once. */
  eager?: boolean;
  children?: ReactNode;
  className?: string | undefined;
}

/** A picture of 16 to 9 whose place is there before it is. */
export function Picture({ src, alt = '', eager, children, className }: PictureProps) {
  return (
    <span className={cx(css.frame, className)}>
      {src ? (
        <img
          src={src}
          alt={alt}
          width={640}
          height={360}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          className={css.picture}
        />
      ) : (
        children
      )}
    </span>
  );
}
