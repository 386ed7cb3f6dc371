import { parseDecimal } from '@sarraf/domain';
import { useEffect, useRef } from 'react';
import { useFormat } from '../../lib/format/use-format.ts';
import { cx } from '../class-names.ts';
import css from './money.module.css';

interface MoneyProps {
  /** Plain decimal text as the API writes it; null shows a dash. */
  value: string | null | undefined;
  /** TOMAN, TETHER, BITCOIN …: determines the unit and the decimals. */
  asset: string;
  decimals?: number;
  /** Keeps trailing zeros, so that a price always has the same number of digits. */
  fixed?: boolean;
  /** Without the unit, as in a column whose head names it. */
  bare?: boolean;
  /** Abbreviated, where only the magnitude matters. */
  compact?: boolean;
  /** Before the digits of a change. */
  sign?: '+' | '−' | false;
  /** Flashes when the value changes. */
  flash?: boolean;
  className?: string | undefined;
}

/** A number with its unit small and muted next to it. A translating browser leaves it unchanged. */
export function Money({
  value,
  asset,
  decimals,
  fixed,
  bare,
  compact: isCompact,
  sign,
  flash,
  className,
}: MoneyProps) {
  const { amount, compact, unit } = useFormat();
  const number = useRef<HTMLElement>(null);
  useFlash(number, flash ? (value ?? null) : null);
  if (value == null) return <span className={cx(css.none, className)}>—</span>;
  return (
    <span className={cx(css.money, className)} translate="no">
      {/* An abbreviation is a word, which runs in the direction of its language. */}
      <bdi ref={number} dir={isCompact ? 'auto' : 'ltr'}>
        {sign}
        {isCompact ? compact(value) : amount(value, asset, decimals, fixed ? decimals : undefined)}
      </bdi>
      {!bare && <small className={css.unit}>{unit(asset)}</small>}
    </span>
  );
}

const TINT_MS = 900;
const SCALE = 18;

/**
 * Lays a copy in the colour of the direction over the number and fades it out. Animating the colour itself would
 * restyle and repaint every frame, which used half of a slow phone's CPU; fading costs nothing.
 */
function flashTint(number: HTMLElement, direction: 'up' | 'down'): Animation {
  number.dataset.tinted = number.textContent;
  number.dataset.direction = direction;
  const animation = number.animate([{ opacity: 1 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], {
    duration: TINT_MS,
    easing: 'ease-out',
    pseudoElement: '::after',
  });
  animation.onfinish = () => {
    delete number.dataset.tinted;
  };
  return animation;
}

function useFlash(element: { current: HTMLElement | null }, value: string | null): void {
  const lastValue = useRef(value);
  const runningAnimation = useRef<Animation | null>(null);
  useEffect(() => {
    const previous = lastValue.current;
    lastValue.current = value;
    if (previous === null || value === null || previous === value) return;
    const from = parseDecimal(previous, SCALE);
    const to = parseDecimal(value, SCALE);
    if (from === null || to === null || from === to) return;
    const number = element.current;
    if (number) {
      runningAnimation.current?.cancel();
      runningAnimation.current = flashTint(number, to > from ? 'up' : 'down');
    }
  }, [value, element]);
}
