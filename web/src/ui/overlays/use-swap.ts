import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type LazyPart, useLazyPart } from '../../framework/loading/lazy-part.ts';
import { loadOrToast } from './part.ts';

/**
 * For a trigger that is shown before its popup's code is loaded: an early press opens the popup as soon as
 * possible, and keyboard focus survives the replacement of the plain button by the real trigger.
 */
export function useLazyTrigger<T>(lazy: LazyPart<T>) {
  const part = useLazyPart(lazy);
  const [isRequested, setIsRequested] = useState(false);
  const [isPressed, setIsPressed] = useState(false);
  const hasFocus = useRef(false);
  const wrapperRef = useRef<HTMLSpanElement>(null);

  const openWhenLoaded = useCallback(() => {
    setIsRequested(true);
    loadOrToast(lazy, () => setIsRequested(false));
  }, [lazy]);
  // Replacing the button between press and release would lose the click.
  const onPointerDown = useCallback(() => {
    setIsPressed(true);
    const release = () => setTimeout(() => setIsPressed(false));
    window.addEventListener('pointerup', release, { once: true });
    window.addEventListener('pointercancel', release, { once: true });
  }, []);
  const onFocus = useCallback(() => {
    hasFocus.current = true;
  }, []);
  const onBlur = useCallback(() => {
    hasFocus.current = false;
  }, []);

  useLayoutEffect(() => {
    if (part && !isPressed && hasFocus.current && !isRequested)
      wrapperRef.current?.querySelector('button')?.focus();
  }, [part, isPressed, isRequested]);

  return {
    part: isPressed ? null : part,
    isRequested,
    place: wrapperRef,
    early: { onClick: openWhenLoaded, onPointerDown, onFocus, onBlur },
  };
}
