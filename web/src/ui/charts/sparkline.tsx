import css from './sparkline.module.css';

interface SparklineProps {
  /** Prices, oldest first. */
  points: readonly string[];
  width?: number;
  height?: number;
}

/** A sparkline of a week's prices in the colour of its trend. Time runs left to right in both languages. */
export function Sparkline({ points, width = 110, height = 34 }: SparklineProps) {
  // Pixels, not money: a float is exact enough for drawing.
  const values = points.map(Number).filter(Number.isFinite);
  if (values.length < 2) return <svg width={width} height={height} aria-hidden />;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const line = values.map((value, i) => {
    const x = 1 + (i / (values.length - 1)) * (width - 2);
    const y = 3 + (1 - (value - low) / span) * (height - 6);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const rises = (values.at(-1) ?? 0) >= (values[0] ?? 0);
  return (
    <svg
      className={rises ? css.up : css.down}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
    >
      <polyline points={line.join(' ')} />
    </svg>
  );
}
