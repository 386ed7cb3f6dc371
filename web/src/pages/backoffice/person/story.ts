import type { TimelineEntry } from '@sarraf/domain/contracts';

const isLook = ({ kind, action }: TimelineEntry): boolean =>
  kind === 'ACT' && ['person read', 'person story read', 'document read', 'freezes read'].includes(action);

/** An entry, and the number of accesses by the same staff member for the same reason that it represents. */
export interface StoryLine {
  entry: TimelineEntry;
  looks: number;
}

/** Combines consecutive accesses into one line: opening a file also reads its timeline and documents. */
export function foldLooks(entries: readonly TimelineEntry[]): StoryLine[] {
  const told: StoryLine[] = [];
  for (const entry of entries) {
    const newer = told.at(-1);
    if (newer && isLook(entry) && isLook(newer.entry) && newer.entry.actor === entry.actor) {
      // The first access contains the reason; that of the timeline is the file's.
      told[told.length - 1] = { entry, looks: newer.looks + 1 };
    } else told.push({ entry, looks: 1 });
  }
  return told;
}
