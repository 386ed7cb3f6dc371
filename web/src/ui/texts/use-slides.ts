import { type RefObject, useCallback, useEffect, useState } from 'react';
import { useMediaQuery, usePageVisible } from '../../lib/browser/media.ts';
import { useInView } from '../../lib/browser/use-in-view.ts';

const AUTO_SCROLL_MS = 7_000;

/** Scroll position and controls of a row of `count` equal slides. `held`: it must not scroll automatically. */
export function useSlides(list: RefObject<HTMLElement | null>, count: number, isPaused: boolean) {
  const [{ at, stops }, setPosition] = useState({ at: 0, stops: 0 });
  const [playing, setPlaying] = useState(true);
  const prefersStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const isInView = useInView(list);
  const isPageVisible = usePageVisible();

  // biome-ignore lint/correctness/useExhaustiveDependencies: other slides have other scroll positions.
  useEffect(() => {
    const row = list.current;
    if (!row) return;
    const measure = () => {
      const [first, second] = row.children;
      if (!first || !second) return setPosition({ at: 0, stops: 0 });
      // Right to left, scroll offsets are negative and the slides are in reverse order.
      const step = Math.abs(leftOf(second) - leftOf(first));
      const next = {
        at: Math.round(Math.abs(row.scrollLeft) / step),
        stops: Math.round((row.scrollWidth - row.clientWidth) / step) + 1,
      };
      setPosition((old) => (old.at === next.at && old.stops === next.stops ? old : next));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(row);
    row.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener('scroll', measure);
    };
  }, [list, count]);

  const show = useCallback(
    (index: number) => {
      const row = list.current;
      const slide = row?.children[index];
      if (!row || !slide) return;
      const rtl = getComputedStyle(row).direction === 'rtl';
      const startEdge = (element: Element) => element.getBoundingClientRect()[rtl ? 'right' : 'left'];
      row.scrollBy({
        left: startEdge(slide) - startEdge(row),
        behavior: prefersStill ? 'instant' : 'smooth',
      });
    },
    [list, prefersStill],
  );

  const isAutoScrolling = playing && !isPaused && !prefersStill && isInView && isPageVisible && stops > 1;
  useEffect(() => {
    if (!isAutoScrolling) return;
    const timer = setTimeout(() => show((at + 1) % stops), AUTO_SCROLL_MS);
    return () => clearTimeout(timer);
  }, [isAutoScrolling, at, stops, show]);

  return { at, stops, canPlay: !prefersStill, playing, setPlaying, show };
}

const leftOf = (element: Element): number => element.getBoundingClientRect().left;
