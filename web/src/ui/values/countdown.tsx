import { useTranslations } from 'use-intl';
import { formatCountdown } from '../../lib/format/countdown-text.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import css from './countdown.module.css';

const CIRCUMFERENCE = 2 * Math.PI * 20;
const MINUTE = 60;

/** A ring that empties, with the remaining time in it: `<Countdown {...useCountdown(120)} />`. */
export function Countdown({ left, total, size = 52 }: { left: number; total: number; size?: number }) {
  const t = useTranslations('field');
  const { digits } = useFormat();
  const share = total > 0 ? left / total : 0;
  return (
    <span
      className={css.countdown}
      style={{ inlineSize: size, blockSize: size }}
      role="timer"
      translate="no"
      aria-label={t('secondsLeft', { seconds: digits(left) })}
    >
      <svg viewBox="0 0 44 44" aria-hidden>
        <circle className={css.track} cx="22" cy="22" r="20" />
        <circle
          className={css.arc}
          cx="22"
          cy="22"
          r="20"
          strokeDasharray={`${share * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
        />
      </svg>
      <span aria-hidden>{digits(total > MINUTE ? formatCountdown(left) : left)}</span>
    </span>
  );
}

/** A small pie that empties with the validity of a price, clockwise from twelve o'clock, without text. */
export function CountdownPie({ share, size = 14 }: { share: number; size?: number }) {
  return (
    <span className={css.life} style={{ inlineSize: size, blockSize: size }} aria-hidden>
      <HalfPie spent={2 - 2 * share} />
      <HalfPie spent={1 - 2 * share} />
    </span>
  );
}

/** Half of a pie, rotated out of view as time passes: rotating, unlike a shortening arc, needs no repaint. */
function HalfPie({ spent }: { spent: number }) {
  const turn = Math.max(0, Math.min(1, spent)) * -180;
  return (
    <span className={css.half}>
      <span style={{ transform: `rotate(${turn}deg)` }} />
    </span>
  );
}
