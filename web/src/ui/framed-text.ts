/**
 * Sanitised HTML, where every `<` begins a known tag, with what `RichText` makes of it in a browser: tables in frames of
 * their own, pictures that come late.
 */
export const framedText = (html: string, frame: { className: string; label: string }): string =>
  html
    .replaceAll(
      '<table>',
      `<section class="${frame.className}" aria-label="${frame.label}" tabindex="0"><table>`,
    )
    .replaceAll('</table>', '</table></section>')
    .replaceAll('<img ', '<img loading="lazy" decoding="async" ');
