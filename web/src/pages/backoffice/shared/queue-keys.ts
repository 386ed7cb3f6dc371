import { asksForList, type Press } from '../../../lib/browser/hotkeys.ts';

/** By the key's place on the keyboard, so that a Persian one has the same. */
const KEYS = { KeyJ: 'next', KeyK: 'back', ArrowDown: 'down', ArrowUp: 'up', KeyN: 'now' } as const;
export type QueueKey = (typeof KEYS)[keyof typeof KEYS] | 'list';

/** Null: it is for somebody else. A held key goes on through the list. */
export function queueKeyOf(press: Press): QueueKey | null {
  if (press.altKey || press.ctrlKey || press.metaKey) return null;
  if (asksForList(press)) return 'list';
  return press.code in KEYS ? KEYS[press.code as keyof typeof KEYS] : null;
}

const ITEMS = '[data-queue] > li, [data-queue] tbody > tr';
const TARGETS = 'a[href], button:not(:disabled), summary';

/** Where the keyboard was last, so that it goes on from there once what it stood on is decided and gone. */
let last: number | null = null;

/** What Enter opens of each item of the page's first queue: its main act, else the first that can be opened. */
const targets = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(ITEMS)].flatMap((item) => {
    const main = item.querySelector<HTMLElement>('[data-main]:not(:disabled)');
    const found = main ?? item.querySelector<HTMLElement>(TARGETS);
    return found ? [found] : [];
  });

/** Where the focus goes from an item, or from outside the queue; kept within it. */
export function stepTo(from: number, step: 1 | -1, remembered: number | null, count: number): number {
  if (from < 0) return Math.min(remembered ?? 0, count - 1);
  return Math.max(0, Math.min(count - 1, from + step));
}

/** False: there is no queue, or the arrows are the page's own, outside of one. */
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

/** Another page has another queue, and whoever takes the pointer is led by it. */
export const forgetQueuePlace = (): void => {
  last = null;
};

/** After a decision: what follows in the place of what is gone has the focus, so that Enter opens it. */
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
