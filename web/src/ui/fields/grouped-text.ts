const GROUP = 4;

/** What was typed or pasted, without the blanks and line breaks between groups. U+FEFF is no blank, though \s has it. */
export const ungrouped = (text: string): string => text.replace(/[^\S\ufeff]+/g, '');

/** In fours, so that eyes can compare it and lines break between groups. A link (`bitcoin:…`) is left as it is. */
export const inGroups = (text: string): string =>
  text.includes(':') ? text : text.replace(new RegExp(`(.{${GROUP}})(?=.)`, 'gu'), '$1 ');

/** Where the caret belongs in the grouped text, by how many characters stand before it. */
export const caretIn = (shown: string, before: number): number => {
  let seen = 0;
  for (let at = 0; at < shown.length; at += 1) {
    if (seen === before) return at;
    if (shown[at] !== ' ') seen += 1;
  }
  return shown.length;
};
