const GROUP = 4;

/** Removes blanks and line breaks between groups. U+FEFF is not a blank, although \s includes it. */
export const ungrouped = (text: string): string => text.replace(/[^\S\ufeff]+/g, '');

/**
 * Groups a text in fours, so that people can compare it and lines break between groups. A link (`bitcoin:…`) is
 * left unchanged.
 */
export const inGroups = (text: string): string =>
  text.includes(':') ? text : text.replace(new RegExp(`(.{${GROUP}})(?=.)`, 'gu'), '$1 ');

/** Returns the caret position in the grouped text, by the number of characters before it. */
export const caretIn = (shown: string, before: number): number => {
  let seen = 0;
  for (let at = 0; at < shown.length; at += 1) {
    if (seen === before) return at;
    if (shown[at] !== ' ') seen += 1;
  }
  return shown.length;
};
