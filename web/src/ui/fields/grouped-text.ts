const GROUP = 4;

/** Removes blanks and line breaks between groups. U+FEFF is not a blank, although \s includes it. */
export const removeGroupBlanks = (text: string): string => text.replace(/[^\S\ufeff]+/g, '');

/**
 * Groups a text in fours, so that people can compare it and lines break between groups. A link (`bitcoin:…`) is
 * left unchanged.
 */
export const groupText = (text: string): string =>
  text.includes(':') ? text : text.replace(new RegExp(`(.{${GROUP}})(?=.)`, 'gu'), '$1 ');

/** Returns the caret position in the grouped text, by the number of characters before it. */
export const groupedCaret = (groupedText: string, charactersBefore: number): number => {
  let count = 0;
  for (let at = 0; at < groupedText.length; at += 1) {
    if (count === charactersBefore) return at;
    if (groupedText[at] !== ' ') count += 1;
  }
  return groupedText.length;
};
