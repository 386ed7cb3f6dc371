import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type LazyPart, useLazyPart } from '../../lib/loading/lazy-part.ts';
import { loadOrToast } from './part.ts';

/**
 * For a trigger that stands on the page before the code of its popup has come: pressing it early opens the popup
 * as soon as it can, and keyboard focus survives the moment when the real trigger takes the plain one's place.
 */
export function useLazyTrigger<T>(lazy: LazyPart<T>) {
  const part = useLazyPart(lazy);
  const [wanted, setWanted] = useState(false);
  const [pressed, setPressed] = useState(false);
  const focused = useRef(false);
  const place = useRef<HTMLSpanElement>(null);

  const want = useCallback(() => {
    setWanted(true);
    loadOrToast(lazy, () => setWanted(false));
  }, [lazy]);
  // A button that went away between press and release would take the click with it.
  const onPointerDown = useCallback(() => {
    setPressed(true);
    const release = () => setTimeout(() => setPressed(false));
    window.addEventListener('pointerup', release, { once: true });
    window.addEventListener('pointercancel', release, { once: true });
  }, []);
  const onFocus = useCallback(() => {
    focused.current = true;
  }, []);
  const onBlur = useCallback(() => {
    focused.current = false;
  }, []);

  useLayoutEffect(() => {
    if (part && !pressed && focused.current && !wanted) place.current?.querySelector('button')?.focus();
  }, [part, pressed, wanted]);

  return {
    part: pressed ? null : part,
    wanted,
    place,
    early: { onClick: want, onPointerDown, onFocus, onBlur },
  };
}
