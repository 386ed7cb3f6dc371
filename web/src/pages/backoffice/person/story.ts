import type { TimelineEntry } from '@sarraf/domain/contracts';

const isAccess = ({ kind, action }: TimelineEntry): boolean =>
  kind === 'ACT' && ['person read', 'person story read', 'document read', 'freezes read'].includes(action);

/** An entry, and the number of accesses by the same staff member for the same reason that it represents. */
export interface TimelineLine {
  entry: TimelineEntry;
  looks: number;
}

/** Combines consecutive accesses into one line: opening a file also reads its timeline and documents. */
export function foldAccesses(entries: readonly TimelineEntry[]): TimelineLine[] {
  const lines: TimelineLine[] = [];
  for (const entry of entries) {
    const newer = lines.at(-1);
    if (newer && isAccess(entry) && isAccess(newer.entry) && newer.entry.actor === entry.actor) {
      // The first access contains the reason; that of the timeline is the file's.
      lines[lines.length - 1] = { entry, looks: newer.looks + 1 };
    } else lines.push({ entry, looks: 1 });
  }
  return lines;
}
