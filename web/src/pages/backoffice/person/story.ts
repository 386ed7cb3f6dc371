import type { TimelineEntry } from '@sarraf/domain/contracts';

const isLook = ({ kind, action }: TimelineEntry): boolean =>
  kind === 'ACT' && ['person read', 'person story read', 'document read', 'freezes read'].includes(action);

/** An entry, and how many looks of the same colleague for the same reason it stands for. */
export interface StoryLine {
  entry: TimelineEntry;
  looks: number;
}

/** Looks that follow each other are one line: whoever opens a file reads its story and its documents too. */
export function foldLooks(entries: readonly TimelineEntry[]): StoryLine[] {
  const told: StoryLine[] = [];
  for (const entry of entries) {
    const newer = told.at(-1);
    if (newer && isLook(entry) && isLook(newer.entry) && newer.entry.actor === entry.actor) {
      // The first of them says why; the story's reason is the file's.
      told[told.length - 1] = { entry, looks: newer.looks + 1 };
    } else told.push({ entry, looks: 1 });
  }
  return told;
}
