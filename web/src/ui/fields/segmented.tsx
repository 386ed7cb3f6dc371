import { type ReactNode, useId } from 'react';
import { cx } from '../class-names.ts';
import css from './segmented.module.css';

export interface Segment<K extends string> {
  key: K;
  label: ReactNode;
  /** Buy and sell have the colour of their direction. */
  tone?: 'up' | 'down';
  disabled?: boolean;
}

interface SegmentedProps<K extends string> {
  label: string;
  segments: readonly Segment<K>[];
  value: K;
  onChange: (key: K) => void;
  size?: 's' | 'm';
  /** Full width, with parts of equal width. */
  block?: boolean;
  className?: string | undefined;
}

/** A choice of a few visible options. Built on radio buttons, so that the keyboard works as expected. */
export function Segmented<K extends string>(props: SegmentedProps<K>) {
  const { label, segments, value, onChange, size = 'm', block, className } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx(css.group, css[size], block && css.block, className)}
    >
      {segments.map((segment) => (
        <label key={segment.key} className={cx(css.segment, segment.tone && css[segment.tone])}>
          <input
            type="radio"
            name={name}
            value={segment.key}
            checked={segment.key === value}
            disabled={segment.disabled}
            onChange={() => onChange(segment.key)}
            className={css.input}
          />
          <span>{segment.label}</span>
        </label>
      ))}
    </div>
  );
}
