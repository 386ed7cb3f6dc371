/**
 * A browser that translates the page replaces text nodes with `<font>` elements. React continues to change, remove
 * and insert before its own nodes: its changes become invisible, and the other calls throw. This module puts such a
 * text node back as soon as React needs it, and the browser then translates the new text.
 */

/** The removed text nodes in their order, by the element that replaced them. */
const replacedTexts = new WeakMap<Node, Text[]>();
const replacements = new WeakMap<Node, ChildNode>();
let translated = false;
let processPendingRecords: () => void = () => undefined;

/** Whether the browser has translated the page or a part of it. */
export function isTranslated(): boolean {
  processPendingRecords();
  return translated;
}

/** Called once, before React renders. */
export function protectFromTranslation(): void {
  // By then the browser may have translated the server-rendered page; our own code renders no such element.
  translated = document.querySelector('body font') !== null;
  const observer = new MutationObserver(processRecords);
  observer.observe(document.documentElement, { childList: true, subtree: true });
  processPendingRecords = () => processRecords(observer.takeRecords());

  function processRecords(records: readonly MutationRecord[]): void {
    const fontElements = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isFont)));
    translated ||= fontElements.size > 0;
    for (const record of records)
      if (record.type === 'characterData') restoreTexts(record.target);
      else if (fontElements.size > 0) recordReplacement(record, fontElements);
  }
  /** Recent changes by the browser may not have been reported yet. */
  function restoreIfReplaced(node: Node, parent: Node): void {
    if (node.parentNode === parent) return;
    processPendingRecords();
    restoreTexts(node);
  }
  function recordReplacement(
    { addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord,
    fontElements: ReadonlySet<Node>,
  ): void {
    const replacement = [...addedNodes, previousSibling, nextSibling].find(
      (node) => node && fontElements.has(node),
    );
    if (!replacement) return;
    for (const text of removedNodes) {
      if (!(text instanceof Text)) continue;
      replacedTexts.set(replacement, [...(replacedTexts.get(replacement) ?? []), text]);
      replacements.set(text, replacement as ChildNode);
      observer.observe(text, { characterData: true });
    }
  }

  const { appendChild, insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    restoreIfReplaced(child, this);
    return removeChild.call(this, child) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, child: T, before: Node | null): T {
    if (before) restoreIfReplaced(before, this);
    restoreTexts(child);
    return insertBefore.call(this, child, before) as T;
  };
  Node.prototype.appendChild = function <T extends Node>(this: Node, child: T): T {
    restoreTexts(child);
    return appendChild.call(this, child) as T;
  };
}

const isFont = (node: Node): boolean => node.nodeName === 'FONT';

/** Puts a text back, with the others that the same element replaces; does nothing if the text was never replaced. */
function restoreTexts(text: Node): void {
  const replacement = replacements.get(text);
  if (!replacement) return;
  const texts = replacedTexts.get(replacement) ?? [];
  for (const restored of texts) replacements.delete(restored);
  replacedTexts.delete(replacement);
  replacement.replaceWith(...texts);
}
