import type { ReactNode } from 'react';
import css from './donut.module.css';

export interface Slice {
  key: string;
  /** A share in any unit; only its ratio to the others counts. */
  share: number;
}

const COLOURS = 12;
const RADIUS = 42;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
const GAP = 1.6;

/** The colour of the n-th slice, for the legend. */
export const sliceColour = (index: number): string => `var(--c-${(index % COLOURS) + 1})`;

/** `label` describes the chart for screen readers; `children` are shown in its centre. */
export function Donut(props: {
  slices: readonly Slice[];
  label: string;
  size?: number;
  children?: ReactNode;
}) {
  const { slices, label, size = 180, children } = props;
  const total = slices.reduce((sum, slice) => sum + slice.share, 0);
  const gap = slices.length > 1 ? GAP : 0;
  let consumedLength = 0;
  return (
    <div className={css.donut} style={{ inlineSize: size, blockSize: size }}>
      <svg viewBox="0 0 100 100" role="img" aria-label={label}>
        {total === 0 && <circle className={css.empty} cx="50" cy="50" r={RADIUS} />}
        {slices.map((slice, index) => {
          const length = total === 0 ? 0 : (slice.share / total) * CIRCUMFERENCE;
          const offset = -consumedLength;
          consumedLength += length;
          if (length === 0) return null;
          return (
            <circle
              key={slice.key}
              cx="50"
              cy="50"
              r={RADIUS}
              stroke={sliceColour(index)}
              strokeDasharray={`${Math.max(length - gap, 0.8)} ${CIRCUMFERENCE}`}
              strokeDashoffset={offset}
            />
          );
        })}
      </svg>
      {children && <div className={css.middle}>{children}</div>}
    </div>
  );
}
