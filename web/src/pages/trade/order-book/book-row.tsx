import { memo, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '../../../ui/class-names.ts';
import type { BookSide } from './book.ts';
import css from './order-book.module.css';

interface BookRowProps {
  side: BookSide;
  price: bigint;
  depth: number;
  /** The best of its side, where the Tab key stops. */
  first: boolean;
  own: boolean;
  priceText: string;
  amountText: string;
  sumText: string;
  onPrice: (price: bigint) => void;
}

/** Rendered again only when something in it has changed. */
export const BookRow = memo(function BookRow(props: BookRowProps) {
  const { side, price, depth, first, own, priceText, amountText, sumText, onPrice } = props;
  const t = useTranslations('exchange.book');
  const row = useRef<HTMLButtonElement>(null);
  useTint(row, amountText, side);
  return (
    <button
      ref={row}
      type="button"
      data-line
      tabIndex={first ? 0 : -1}
      className={cx(css.row, css[side], own && css.own)}
      title={own ? t('own') : t('take')}
      onClick={() => onPrice(price)}
    >
      <span className={css.bar} style={{ inlineSize: `${depth / 10}%` }} />
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

/** What changed is tinted for a moment. */
function useTint(row: { current: HTMLElement | null }, text: string, side: BookSide): void {
  const last = useRef(text);
  useEffect(() => {
    const moved = last.current !== text;
    last.current = text;
    if (!moved || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const tint = getComputedStyle(document.documentElement).getPropertyValue(
      side === 'bids' ? '--up-soft' : '--down-soft',
    );
    row.current?.animate([{ backgroundColor: tint }, {}], { duration: TINT_MS, easing: 'ease-out' });
  }, [text, side, row]);
}
