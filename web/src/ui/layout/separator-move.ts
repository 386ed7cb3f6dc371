/** What lies behind a separator, at the end of the line or below, and how large it may be; pixels. */
export interface Sized {
  size: number;
  least: number;
  most: number;
}

export type Direction = 'vertical' | 'horizontal';

/** One press of an arrow key. */
const STEP = 16;

export const fitting = ({ size, least, most }: Sized): number =>
  Math.round(Math.min(Math.max(most, least), Math.max(least, size)));

/**
 * The size after the line was moved by so many pixels of the screen: what lies behind it grows as the line goes away from it,
 * which in a page that runs from right to left is to the right.
 */
export function sizeMoved(sized: Sized, moved: number, direction: Direction, rtl: boolean): number {
  const grown = direction === 'vertical' && rtl ? moved : -moved;
  return fitting({ ...sized, size: sized.size + grown });
}

const ARROWS: Record<Direction, ReadonlyMap<string, number>> = {
  vertical: new Map([
    ['ArrowLeft', -STEP],
    ['ArrowRight', STEP],
  ]),
  horizontal: new Map([
    ['ArrowUp', -STEP],
    ['ArrowDown', STEP],
  ]),
};

/** The size after a key; null: it is for somebody else. */
export function sizeByKey(sized: Sized, key: string, direction: Direction, rtl: boolean): number | null {
  if (key === 'Home') return sized.least;
  if (key === 'End') return fitting({ ...sized, size: sized.most });
  const moved = ARROWS[direction].get(key);
  return moved === undefined ? null : sizeMoved(sized, moved, direction, rtl);
}
