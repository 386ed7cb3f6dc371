import { asksForList, type Press } from '../../../lib/browser/hotkeys.ts';

/** By physical key, so that they are the same on a Persian keyboard. */
const KEYS = { KeyJ: 'next', KeyK: 'back', ArrowDown: 'down', ArrowUp: 'up', KeyN: 'now' } as const;
export type QueueKey = (typeof KEYS)[keyof typeof KEYS] | 'list';

/** Returns the key's action; null: not one of ours. A held key repeats. */
export function queueKeyOf(press: Press): QueueKey | null {
  if (press.altKey || press.ctrlKey || press.metaKey) return null;
  if (asksForList(press)) return 'list';
  return press.code in KEYS ? KEYS[press.code as keyof typeof KEYS] : null;
}

const ITEMS = '[data-queue] > li, [data-queue] tbody > tr';
const TARGETS = 'a[href], button:not(:disabled), summary';

/** Index of the last focused item, to continue from there after it was decided and removed. */
let last: number | null = null;

/**
 * Returns the element that Enter activates in each item of the page's first queue: its main button, or its first
 * link or button.
 */
const targets = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(ITEMS)].flatMap((item) => {
    const main = item.querySelector<HTMLElement>('[data-main]:not(:disabled)');
    const found = main ?? item.querySelector<HTMLElement>(TARGETS);
    return found ? [found] : [];
  });

/** Returns the index to focus next, from an item or from outside the queue; within its bounds. */
export function stepTo(from: number, step: 1 | -1, remembered: number | null, count: number): number {
  if (from < 0) return Math.min(remembered ?? 0, count - 1);
  return Math.max(0, Math.min(count - 1, from + step));
}

/** Returns false if there is no queue, or if an arrow key outside of it must scroll the page. */
export function moveInQueue(step: 1 | -1, { inQueueOnly }: { inQueueOnly: boolean }): boolean {
  const found = targets();
  if (found.length === 0) return false;
  const active = document.activeElement?.closest('li, tr') ?? null;
  const from = active ? found.findIndex((target) => active.contains(target)) : -1;
  if (from < 0 && inQueueOnly) return false;
  last = stepTo(from, step, last, found.length);
  found[last]?.focus();
  return true;
}

/** Another page has another queue, and pointer use resets the keyboard position. */
export const forgetQueuePlace = (): void => {
  last = null;
};

/** After a decision, focuses the item that follows the removed one, so that Enter opens it. */
export function goOnInQueue(): void {
  if (last === null) return;
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) return;
    const found = targets();
    if (last === null || found.length === 0) return;
    last = Math.min(last, found.length - 1);
    found[last]?.focus();
  });
}
