/** Texts up to this length need no grouping: a tag, a name. */
const MAX_UNGROUPED_LENGTH = 12;

/** Splits an address or a hash into groups of four, by which eyes can compare it. */
export const groupAddress = (text: string): readonly string[] =>
  text.length <= MAX_UNGROUPED_LENGTH ? [text] : (text.match(/.{1,4}/g) ?? []);
