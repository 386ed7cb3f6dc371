/**
 * A browser that translates the page replaces text nodes with `<font>` elements. React continues to change, remove
 * and insert before its own nodes: its changes become invisible, and the other calls throw. This module puts such a
 * text node back as soon as React needs it, and the browser then translates the new text.
 */

/** The removed text nodes in their order, by the element that replaced them. */
const takenBy = new WeakMap<Node, Text[]>();
const standIns = new WeakMap<Node, ChildNode>();
let translated = false;
let noteLatest: () => void = () => undefined;

/** Whether the browser has translated the page or a part of it. */
export function isTranslated(): boolean {
  noteLatest();
  return translated;
}

/** Called once, before React renders. */
export function followTranslation(): void {
  // By then the browser may have translated the server-rendered page; our own code renders no such element.
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
  /** Recent changes by the browser may not have been reported yet. */
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

/** Puts a text back, with the others that the same element replaces; does nothing if the text was never replaced. */
function putBack(text: Node): void {
  const standIn = standIns.get(text);
  if (!standIn) return;
  const texts = takenBy.get(standIn) ?? [];
  for (const each of texts) standIns.delete(each);
  takenBy.delete(standIn);
  standIn.replaceWith(...texts);
}
