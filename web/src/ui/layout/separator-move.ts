/** The panel behind a separator, at the inline end or below, with its size limits in pixels. */
export interface ResizablePanel {
  size: number;
  least: number;
  most: number;
}

export type Direction = 'vertical' | 'horizontal';

/** Pixels per press of an arrow key. */
const KEY_STEP_PX = 16;

export const clampSize = ({ size, least, most }: ResizablePanel): number =>
  Math.round(Math.min(Math.max(most, least), Math.max(least, size)));

/**
 * Returns the size after the separator moved by `moved` screen pixels: the panel grows as the separator moves away
 * from it, which in a right-to-left page is to the right.
 */
export function sizeAfterMove(
  sized: ResizablePanel,
  movedPx: number,
  direction: Direction,
  rtl: boolean,
): number {
  const growthPx = direction === 'vertical' && rtl ? movedPx : -movedPx;
  return clampSize({ ...sized, size: sized.size + growthPx });
}

const ARROW_KEYS: Record<Direction, ReadonlyMap<string, number>> = {
  vertical: new Map([
    ['ArrowLeft', -KEY_STEP_PX],
    ['ArrowRight', KEY_STEP_PX],
  ]),
  horizontal: new Map([
    ['ArrowUp', -KEY_STEP_PX],
    ['ArrowDown', KEY_STEP_PX],
  ]),
};

/** Returns the size after a key press; null: not a key of the separator. */
export function sizeAfterKey(
  sized: ResizablePanel,
  key: string,
  direction: Direction,
  rtl: boolean,
): number | null {
  if (key === 'Home') return sized.least;
  if (key === 'End') return clampSize({ ...sized, size: sized.most });
  const movedPx = ARROW_KEYS[direction].get(key);
  return movedPx === undefined ? null : sizeAfterMove(sized, movedPx, direction, rtl);
}
