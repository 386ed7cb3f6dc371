/**
 * A browser that translates the page takes text nodes away and puts `<font>` elements in their places. React goes on to
 * change, remove and insert before the nodes that it made: what it changes isn't seen, and the rest throws. Here each such
 * text takes its place again as soon as React needs it, and the browser translates what it says then.
 */

/** By the element in their place: the texts that were taken away, in their order. */
const takenBy = new WeakMap<Node, Text[]>();
const standIns = new WeakMap<Node, ChildNode>();
let translated = false;
let noteLatest: () => void = () => undefined;

/** Whether the browser has translated the page, or a part of it. */
export function isTranslated(): boolean {
  noteLatest();
  return translated;
}

/** Called once, before React draws. */
export function followTranslation(): void {
  // By then it may have translated what the server drew; nothing of ours is such an element.
  translated = document.querySelector('body font') !== null;
  const observer = new MutationObserver(note);
  observer.observe(document.documentElement, { childList: true, subtree: true });
  noteLatest = () => note(observer.takeRecords());

  function note(records: readonly MutationRecord[]): void {
    const fresh = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isFont)));
    translated ||= fresh.size > 0;
    for (const record of records)
      if (record.type === 'characterData') putBack(record.target);
      else if (fresh.size > 0) noteTaken(record, fresh);
  }
  /** What the browser did a moment ago may not have been told yet. */
  function find(node: Node, parent: Node): void {
    if (node.parentNode === parent) return;
    noteLatest();
    putBack(node);
  }
  function noteTaken(
    { addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord,
    fresh: ReadonlySet<Node>,
  ): void {
    const standIn = [...addedNodes, previousSibling, nextSibling].find((node) => node && fresh.has(node));
    if (!standIn) return;
    for (const text of removedNodes) {
      if (!(text instanceof Text)) continue;
      takenBy.set(standIn, [...(takenBy.get(standIn) ?? []), text]);
      standIns.set(text, standIn as ChildNode);
      observer.observe(text, { characterData: true });
    }
  }

  const { appendChild, insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    find(child, this);
    return removeChild.call(this, child) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, child: T, before: Node | null): T {
    if (before) find(before, this);
    putBack(child);
    return insertBefore.call(this, child, before) as T;
  };
  Node.prototype.appendChild = function <T extends Node>(this: Node, child: T): T {
    putBack(child);
    return appendChild.call(this, child) as T;
  };
}

const isFont = (node: Node): boolean => node.nodeName === 'FONT';

/** With the others that the same element stands for; nothing where the text was never taken. */
function putBack(text: Node): void {
  const standIn = standIns.get(text);
  if (!standIn) return;
  const texts = takenBy.get(standIn) ?? [];
  for (const each of texts) standIns.delete(each);
  takenBy.delete(standIn);
  standIn.replaceWith(...texts);
}
