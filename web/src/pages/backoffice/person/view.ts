/** View of an image: scale relative to the fitting size, quarter turns, and offset in pixels. */
export interface ImageView {
  scale: number;
  turns: number;
  x: number;
  y: number;
}

export const WHOLE_IMAGE: ImageView = { scale: 1, turns: 0, x: 0, y: 0 };
const MAX_SCALE = 8;
export const ZOOM_STEP = 1.4;

/** Zooms around a point, given from the middle of the frame, which stays in place. */
export function zoom(view: ImageView, factor: number, at = { x: 0, y: 0 }): ImageView {
  const scale = clamp(view.scale * factor, 1, MAX_SCALE);
  if (scale === 1) return { ...view, scale, x: 0, y: 0 };
  const scaleRatio = scale / view.scale;
  return { ...view, scale, x: at.x - (at.x - view.x) * scaleRatio, y: at.y - (at.y - view.y) * scaleRatio };
}

/** Rotates by a quarter turn and shows the whole image, since the viewed detail moves. */
export const rotateImage = (view: ImageView): ImageView => ({ ...WHOLE_IMAGE, turns: (view.turns + 1) % 4 });

/** Pans the image within its frame. */
export function panImage(
  view: ImageView,
  by: { x: number; y: number },
  frame: { width: number; height: number },
): ImageView {
  const getReach = (size: number) => (size * (view.scale - 1)) / 2;
  const across = getReach(frame.width);
  const down = getReach(frame.height);
  return { ...view, x: clamp(view.x + by.x, -across, across), y: clamp(view.y + by.y, -down, down) };
}

const clamp = (value: number, low: number, high: number): number =>
  // Turns -0 into 0, so that a style never contains "-0px".
  Math.min(high, Math.max(low, value)) + 0;
