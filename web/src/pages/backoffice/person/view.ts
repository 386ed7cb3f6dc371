/** How an image is looked at: its size over the fitting one, quarter turns, and how far it was moved, in pixels. */
export interface ImageView {
  scale: number;
  turns: number;
  x: number;
  y: number;
}

export const WHOLE: ImageView = { scale: 1, turns: 0, x: 0, y: 0 };
const MAX_SCALE = 8;
export const STEP = 1.4;

/** Bigger or smaller around a point, given from the middle of the frame, which stays where it is. */
export function zoom(view: ImageView, factor: number, at = { x: 0, y: 0 }): ImageView {
  const scale = clamp(view.scale * factor, 1, MAX_SCALE);
  if (scale === 1) return { ...view, scale, x: 0, y: 0 };
  const grown = scale / view.scale;
  return { ...view, scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown };
}

/** A quarter turn; what was looked at is elsewhere then, so the whole image shows. */
export const rotateImage = (view: ImageView): ImageView => ({ ...WHOLE, turns: (view.turns + 1) % 4 });

/** Moved, but never out of the frame. */
export function panImage(
  view: ImageView,
  by: { x: number; y: number },
  frame: { width: number; height: number },
): ImageView {
  const reach = (size: number) => (size * (view.scale - 1)) / 2;
  const across = reach(frame.width);
  const down = reach(frame.height);
  return { ...view, x: clamp(view.x + by.x, -across, across), y: clamp(view.y + by.y, -down, down) };
}

const clamp = (value: number, low: number, high: number): number =>
  // Zero stays plain zero, so that a style never says "-0px".
  Math.min(high, Math.max(low, value)) + 0;
