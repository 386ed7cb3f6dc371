import { cx } from '../class-names.ts';
import css from './skeleton.module.css';

interface SkeletonProps {
  /** Any CSS length; use the size of the expected content. */
  width?: number | string;
  height?: number | string;
  round?: boolean;
  className?: string | undefined;
}

export function Skeleton({ width = '100%', height = '1em', round, className }: SkeletonProps) {
  return (
    <span
      aria-hidden
      className={cx(css.skeleton, round && css.round, className)}
      style={{ inlineSize: width, blockSize: height }}
    />
  );
}
