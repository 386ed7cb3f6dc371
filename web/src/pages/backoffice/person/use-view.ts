import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type ImageView, panImage, rotateImage, WHOLE_IMAGE, ZOOM_STEP, zoom } from './view.ts';

interface Point {
  x: number;
  y: number;
}

/** Pixels that a key moves the image. */
const KEY_STEP_PX = 60;
const DOUBLE_CLICK_SCALE = 2.5;
const PAN_KEYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: KEY_STEP_PX, y: 0 },
  ArrowRight: { x: -KEY_STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: KEY_STEP_PX },
  ArrowDown: { x: 0, y: -KEY_STEP_PX },
};

const getDistance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Touch, wheel and keyboard control of an image's view. */
export function useImageView() {
  const [view, setView] = useState<ImageView>(WHOLE_IMAGE);
  const frame = useRef<HTMLElement>(null);

  const toMiddleOffset = (at: Point): Point => {
    const box = frame.current?.getBoundingClientRect();
    return box ? { x: at.x - box.x - box.width / 2, y: at.y - box.y - box.height / 2 } : { x: 0, y: 0 };
  };
  const size = () => frame.current?.getBoundingClientRect() ?? { width: 0, height: 0 };
  const moveBy = (by: Point) => setView((now) => panImage(now, by, size()));
  const zoomBy = (factor: number, at?: Point) =>
    setView((now) => panImage(zoom(now, factor, at && toMiddleOffset(at)), { x: 0, y: 0 }, size()));

  const onKeyDown = (event: KeyboardEvent) => {
    const by = PAN_KEYS[event.key];
    if (by) moveBy(by);
    else if (event.key === '+' || event.key === '=') zoomBy(ZOOM_STEP);
    else if (event.key === '-') zoomBy(1 / ZOOM_STEP);
    else return;
    event.preventDefault();
  };
  const onDoubleClick = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    if (view.scale === 1) zoomBy(DOUBLE_CLICK_SCALE, { x: clientX, y: clientY });
    else setView({ ...WHOLE_IMAGE, turns: view.turns });
  };

  useWheelZoom(frame, zoomBy);
  const fingers = usePinch(moveBy, zoomBy);
  return {
    view,
    frame,
    zoomBy,
    turnOnce: () => setView(rotateImage),
    reset: () => setView(WHOLE_IMAGE),
    handlers: { ...fingers, onKeyDown, onDoubleClick },
  };
}

type MoveBy = (by: Point) => void;
type ZoomBy = (factor: number, at: Point) => void;

/**
 * The wheel zooms with Ctrl, which is also a touchpad's pinch, or when the image is focused; otherwise the page
 * scrolls.
 */
function useWheelZoom(frame: RefObject<HTMLElement | null>, zoomBy: ZoomBy): void {
  const latest = useRef(zoomBy);
  useEffect(() => {
    latest.current = zoomBy;
  });
  // React adds passive wheel listeners, which can't prevent the page from scrolling.
  useEffect(() => {
    const element = frame.current;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !element?.matches(':focus')) return;
      event.preventDefault();
      latest.current(event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP, { x: event.clientX, y: event.clientY });
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [frame]);
}

/** One finger (or the mouse) pans, two zoom around the point between them. */
function usePinch(moveBy: MoveBy, zoomBy: ZoomBy) {
  const pointers = useRef(new Map<number, Point>());
  const removePointer = (event: PointerEvent) => void pointers.current.delete(event.pointerId);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      pointers.current.set(event.pointerId, now);
      if (!other) return moveBy({ x: now.x - before.x, y: now.y - before.y });
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      zoomBy(getDistance(now, other) / Math.max(1, getDistance(before, other)), middle);
    },
    onPointerUp: removePointer,
    onPointerCancel: removePointer,
  };
}
