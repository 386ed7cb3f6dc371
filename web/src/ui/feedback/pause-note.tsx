import type { Pause } from '@sarraf/domain/contracts';
import { useEffect, useSyncExternalStore } from 'react';
import { lazyPart } from '../../framework/loading/lazy-part.ts';

/** Loaded only when there is a pause, which is rare. */
const view = lazyPart(() => import('./pause-note-view.tsx'));

/** Shows that something a form needs is paused: the text set by staff, and until when. Form inputs are preserved. */
export function PauseNote({ pause }: { pause: Pause | null }) {
  const part = useSyncExternalStore(view.subscribe, view.getLoaded, () => null);
  const isPaused = pause !== null;
  useEffect(() => {
    // If it fails to load, the button still says so.
    if (isPaused) view.preload().catch(() => undefined);
  }, [isPaused]);
  return pause && part && <part.PauseNoteView pause={pause} />;
}
