/** The panel behind a separator, at the inline end or below, with its size limits in pixels. */
export interface Sized {
  size: number;
  least: number;
  most: number;
}

export type Direction = 'vertical' | 'horizontal';

/** Pixels per press of an arrow key. */
const STEP = 16;

export const fitting = ({ size, least, most }: Sized): number =>
  Math.round(Math.min(Math.max(most, least), Math.max(least, size)));

/**
 * Returns the size after the separator moved by `moved` screen pixels: the panel grows as the separator moves away
 * from it, which in a right-to-left page is to the right.
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

/** Returns the size after a key press; null: not a key of the separator. */
export function sizeByKey(sized: Sized, key: string, direction: Direction, rtl: boolean): number | null {
  if (key === 'Home') return sized.least;
  if (key === 'End') return fitting({ ...sized, size: sized.most });
  const moved = ARROWS[direction].get(key);
  return moved === undefined ? null : sizeMoved(sized, moved, direction, rtl);
}
