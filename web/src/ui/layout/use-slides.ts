import { type RefObject, useCallback, useEffect, useState } from 'react';
import { useMedia, usePageVisible } from '../../lib/browser/media.ts';
import { useInView } from '../../lib/browser/use-in-view.ts';

const TURN_MS = 7_000;

/** Scroll position and controls of a row of `count` equal slides. `held`: it must not scroll automatically. */
export function useSlides(list: RefObject<HTMLElement | null>, count: number, held: boolean) {
  const [{ at, stops }, setPlace] = useState({ at: 0, stops: 0 });
  const [playing, setPlaying] = useState(true);
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const seen = useInView(list);
  const visible = usePageVisible();

  // biome-ignore lint/correctness/useExhaustiveDependencies: other slides have other scroll positions.
  useEffect(() => {
    const row = list.current;
    if (!row) return;
    const measure = () => {
      const [first, second] = row.children;
      if (!first || !second) return setPlace({ at: 0, stops: 0 });
      // Right to left, scroll offsets are negative and the slides are in reverse order.
      const step = Math.abs(startOf(second) - startOf(first));
      const next = {
        at: Math.round(Math.abs(row.scrollLeft) / step),
        stops: Math.round((row.scrollWidth - row.clientWidth) / step) + 1,
      };
      setPlace((now) => (now.at === next.at && now.stops === next.stops ? now : next));
    };
    const resized = new ResizeObserver(measure);
    resized.observe(row);
    row.addEventListener('scroll', measure, { passive: true });
    return () => {
      resized.disconnect();
      row.removeEventListener('scroll', measure);
    };
  }, [list, count]);

  const show = useCallback(
    (index: number) => {
      const row = list.current;
      const slide = row?.children[index];
      if (!row || !slide) return;
      const rtl = getComputedStyle(row).direction === 'rtl';
      const edge = (element: Element) => element.getBoundingClientRect()[rtl ? 'right' : 'left'];
      row.scrollBy({ left: edge(slide) - edge(row), behavior: still ? 'instant' : 'smooth' });
    },
    [list, still],
  );

  const moves = playing && !held && !still && seen && visible && stops > 1;
  useEffect(() => {
    if (!moves) return;
    const timer = setTimeout(() => show((at + 1) % stops), TURN_MS);
    return () => clearTimeout(timer);
  }, [moves, at, stops, show]);

  return { at, stops, canPlay: !still, playing, setPlaying, show };
}

const startOf = (element: Element): number => element.getBoundingClientRect().left;
