import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type LazyPart, useLazyPart } from '../../lib/loading/lazy-part.ts';
import { loadOrToast } from './part.ts';

/**
 * For a trigger that is shown before its popup's code is loaded: an early press opens the popup as soon as
 * possible, and keyboard focus survives the replacement of the plain button by the real trigger.
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
  // Replacing the button between press and release would lose the click.
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
