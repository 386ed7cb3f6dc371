/**
 * Transforms sanitised HTML, where every `<` begins a known tag, as `RichText` does in a browser: tables in
 * scrollable frames, lazy pictures.
 */
export const frameTables = (html: string, frame: { className: string; label: string }): string =>
  html
    .replaceAll(/<table>.*?<\/table>/gs, (table) => {
      const heads = [...table.matchAll(/<th(?: [^>]*)?>(.*?)<\/th>/gs)].map(([, text = '']) =>
        text.replaceAll(/<[^>]*>/g, '').replaceAll('"', '&quot;'),
      );
      const name = nameTable(frame.label, heads);
      return `<section class="${frame.className}" aria-label="${name}" tabindex="0">${removeTableBlanks(table)}</section>`;
    })
    .replaceAll('<img ', '<img loading="lazy" decoding="async" ');

/** Removes all text between the parts of a table, even blanks. */
const removeTableBlanks = (table: string): string =>
  table.replaceAll(/(<(?:\/(?:caption|t[dhr]|thead|tbody|tfoot)|table|tr|thead|tbody|tfoot)>)\s+/g, '$1');

/** Names a table by its columns, to distinguish the tables of a text: "Table: Level, Fee". */
export function nameTable(prefix: string, heads: readonly string[]): string {
  const headings = heads.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '');
  return headings.length === 0 ? prefix : `${prefix}: ${headings.join(' · ')}`;
}
