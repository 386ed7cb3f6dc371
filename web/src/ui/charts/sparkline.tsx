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
  const minimum = Math.min(...values);
  const range = Math.max(...values) - minimum || 1;
  const line = values.map((value, i) => {
    const x = 1 + (i / (values.length - 1)) * (width - 2);
    const y = 3 + (1 - (value - minimum) / range) * (height - 6);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const isRising = (values.at(-1) ?? 0) >= (values[0] ?? 0);
  return (
    <svg
      className={isRising ? css.up : css.down}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
    >
      <polyline points={line.join(' ')} />
    </svg>
  );
}
