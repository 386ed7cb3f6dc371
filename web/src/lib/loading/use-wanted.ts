import { useEffect, useRef, useSyncExternalStore } from 'react';
import { getInitialMessages } from '../../i18n/messages.ts';
import { toast } from '../notices.ts';
import type { LazyPart } from './lazy-part.ts';

/**
 * Loads a lazy part once `wanted` is true; a failure is shown as a toast, and `onFailure` lets the caller reset
 * `wanted`.
 */
export function useWanted<T>(part: LazyPart<T>, wanted: boolean, onFailure?: () => void): T | null {
  const failed = useRef(onFailure);
  useEffect(() => {
    failed.current = onFailure;
  });
  useEffect(() => {
    if (!wanted) return;
    part.want().catch(() => {
      toast(getInitialMessages().error.OFFLINE, 'problem');
      failed.current?.();
    });
  }, [part, wanted]);
  const current = useSyncExternalStore(part.subscribe, part.current, () => null);
  return wanted ? current : null;
}
