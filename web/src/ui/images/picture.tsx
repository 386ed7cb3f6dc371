import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import css from './picture.module.css';

interface PictureProps {
  /** Path on this site; null: a plain background with `children` instead. */
  src: string | null;
  /** Empty if the text next to it says it all. */
  alt?: string;
  /** Visible when the page opens: loaded immediately. */
  eager?: boolean;
  children?: ReactNode;
  className?: string | undefined;
}

/** A 16:9 picture whose space is reserved before it loads. */
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
