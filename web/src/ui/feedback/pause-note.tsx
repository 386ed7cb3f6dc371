import type { Pause } from '@sarraf/domain/contracts';
import { useEffect, useSyncExternalStore } from 'react';
import { lazyPart } from '../../lib/loading/lazy-part.ts';

/** Hardly anybody ever sees one: it is fetched when there is one. */
const view = lazyPart(() => import('./pause-note-view.tsx'));

/** What a form needs is paused: what staff says of it, and until when. What was typed stays. */
export function PauseNote({ pause }: { pause: Pause | null }) {
  const part = useSyncExternalStore(view.subscribe, view.current, () => null);
  const wanted = pause !== null;
  useEffect(() => {
    // Without it the button still says so.
    if (wanted) view.want().catch(() => undefined);
  }, [wanted]);
  return pause && part && <part.PauseNoteView pause={pause} />;
}
