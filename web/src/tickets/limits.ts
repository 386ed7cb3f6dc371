/** As the contracts have them (limits.test.ts): their schemas would come along into the page. */
export const MAX_MESSAGE = 4_000;
export const MAX_SUBJECT = 120;

/** From so many letters before the end the rest is counted. */
const NEAR = 200;
export const lettersLeft = (text: string, most: number): number | null =>
  most - text.length <= NEAR ? most - text.length : null;
