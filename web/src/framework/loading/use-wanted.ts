import { useEffect, useRef, useSyncExternalStore } from 'react';
import { toast } from '../../lib/notices.ts';
import { getInitialMessages } from '../i18n/messages.ts';
import type { LazyPart } from './lazy-part.ts';

/**
 * Loads a lazy part once `wanted` is true; a failure is shown as a toast, and `onFailure` lets the caller reset
 * `wanted`.
 */
export function useLazyPartOnDemand<T>(
  part: LazyPart<T>,
  isNeeded: boolean,
  onFailure?: () => void,
): T | null {
  const latestOnFailure = useRef(onFailure);
  useEffect(() => {
    latestOnFailure.current = onFailure;
  });
  useEffect(() => {
    if (!isNeeded) return;
    part.preload().catch(() => {
      toast(getInitialMessages().error.OFFLINE, 'problem');
      latestOnFailure.current?.();
    });
  }, [part, isNeeded]);
  const current = useSyncExternalStore(part.subscribe, part.getLoaded, () => null);
  return isNeeded ? current : null;
}
