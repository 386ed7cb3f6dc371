import { memo, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '../../../ui/class-names.ts';
import type { ChosenLevel } from '../order-form/form-moves.ts';
import type { BookSide } from './book.ts';
import css from './order-book.module.css';

interface BookRowProps {
  side: BookSide;
  price: bigint;
  depth: number;
  /** The best price of its side, which is the tab stop. */
  first: boolean;
  own: boolean;
  priceText: string;
  amountText: string;
  sumText: string;
  sum: bigint;
  onLevel: (level: ChosenLevel) => void;
}

/** Re-renders only when its content changes. */
export const BookRow = memo(function BookRow(props: BookRowProps) {
  const { side, price, depth, first, own, priceText, amountText, sumText, sum, onLevel } = props;
  const t = useTranslations('exchange.book');
  const row = useRef<HTMLButtonElement>(null);
  useChangeFlash(row, amountText);
  return (
    <button
      ref={row}
      type="button"
      data-line
      tabIndex={first ? 0 : -1}
      className={cx(css.row, css[side], own && css.own)}
      title={own ? t('own') : t('take')}
      style={{ backgroundSize: `${depth / 10}% calc(100% - 2px)` }}
      onClick={() => onLevel({ side, price, sum })}
      onAnimationEnd={({ currentTarget }) => currentTarget.classList.remove(TINTED)}
    >
      <span className="hidden">{t(side === 'asks' ? 'ask' : 'bid')} </span>
      <bdi dir="ltr" className={css.price}>
        {priceText}
      </bdi>
      <span className="hidden"> {t('amountIs')} </span>
      <bdi dir="ltr">{amountText}</bdi>
      <span className="hidden"> {t('sum')} </span>
      <bdi dir="ltr" className={css.sum}>
        {sumText}
      </bdi>
      {own && <span className="hidden"> ({t('own')})</span>}
    </button>
  );
});

const TINT_MS = 700;
const TINTED = css.tinted ?? '';

/** Flashes a changed line; not one that changes constantly, which would flicker and keep the page busy. */
function useChangeFlash(row: { current: HTMLElement | null }, text: string): void {
  const last = useRef({ text, at: 0 });
  // In the same frame as the text: a later one would cost another paint.
  useLayoutEffect(() => {
    if (last.current.text === text) return;
    const now = performance.now();
    const isQuiet = now - last.current.at > TINT_MS;
    last.current = { text, at: now };
    if (isQuiet) row.current?.classList.add(TINTED);
  }, [text, row]);
}
