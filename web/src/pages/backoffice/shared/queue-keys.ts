import { type KeyPress, opensHotkeyList } from '../../../lib/browser/hotkeys.ts';

/** By physical key, so that they are the same on a Persian keyboard. */
const KEYS = { KeyJ: 'next', KeyK: 'back', ArrowDown: 'down', ArrowUp: 'up', KeyN: 'now' } as const;
export type QueueKey = (typeof KEYS)[keyof typeof KEYS] | 'list';

/** Returns the key's action; null: not one of ours. A held key repeats. */
export function matchQueueKey(press: KeyPress): QueueKey | null {
  if (press.altKey || press.ctrlKey || press.metaKey) return null;
  if (opensHotkeyList(press)) return 'list';
  return press.code in KEYS ? KEYS[press.code as keyof typeof KEYS] : null;
}

const ITEM_SELECTOR = '[data-queue] > li, [data-queue] tbody > tr';
const TARGET_SELECTOR = 'a[href], button:not(:disabled), summary';

/** Index of the last focused item, to continue from there after it was decided and removed. */
let lastIndex: number | null = null;

/**
 * Returns the element that Enter activates in each item of the page's first queue: its main button, or its first
 * link or button.
 */
const findTargets = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(ITEM_SELECTOR)].flatMap((item) => {
    const main = item.querySelector<HTMLElement>('[data-main]:not(:disabled)');
    const found = main ?? item.querySelector<HTMLElement>(TARGET_SELECTOR);
    return found ? [found] : [];
  });

/** Returns the index to focus next, from an item or from outside the queue; within its bounds. */
export function getNextIndex(from: number, step: 1 | -1, remembered: number | null, count: number): number {
  if (from < 0) return Math.min(remembered ?? 0, count - 1);
  return Math.max(0, Math.min(count - 1, from + step));
}

/** Returns false if there is no queue, or if an arrow key outside of it must scroll the page. */
export function moveInQueue(step: 1 | -1, { inQueueOnly }: { inQueueOnly: boolean }): boolean {
  const targetElements = findTargets();
  if (targetElements.length === 0) return false;
  const active = document.activeElement?.closest('li, tr') ?? null;
  const from = active ? targetElements.findIndex((target) => active.contains(target)) : -1;
  if (from < 0 && inQueueOnly) return false;
  lastIndex = getNextIndex(from, step, lastIndex, targetElements.length);
  targetElements[lastIndex]?.focus();
  return true;
}

/** Another page has another queue, and pointer use resets the keyboard position. */
export const resetQueuePosition = (): void => {
  lastIndex = null;
};

/** After a decision, focuses the item that follows the removed one, so that Enter opens it. */
export function focusNextInQueue(): void {
  if (lastIndex === null) return;
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) return;
    const targetElements = findTargets();
    if (lastIndex === null || targetElements.length === 0) return;
    lastIndex = Math.min(lastIndex, targetElements.length - 1);
    targetElements[lastIndex]?.focus();
  });
}
