type Texts = { [key: string]: string | Texts };

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = [...'áƀçđéƒğħíĵķĺɱñóþɋŕšţúṽŵẋýžÁƁÇĐÉƑĞĦÍĴĶĹṀÑÓÞɊŔŠŢÚṼŴẊÝŽ'];
const OVERRIDE = '\u202e';
const POP = '\u202c';
/** Persian and German are a third longer than English. */
const LONGER = 0.35;

/**
 * A pseudo language made of the English texts: every letter is replaced, and each text is longer and right to left.
 * Where a page still shows plain letters, a text is not in the dictionary; where it grows too wide, it would in a
 * real language.
 */
export const pseudoTexts = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? pseudoMessage(text) : pseudoTexts(text),
    ]),
  );

/** Changes the words of an ICU message and keeps its arguments, plural forms and tags. */
export function pseudoMessage(message: string): string {
  const [text] = readText(message, 0);
  const length = message.replace(/\{[^}]*\}|<[^>]*>/g, '').length;
  return `${OVERRIDE}${text}${'·'.repeat(Math.ceil(length * LONGER))}${POP}`;
}

/** Reads up to the brace that closes this text, or to the end. */
function readText(message: string, from: number): [text: string, end: number] {
  let text = '';
  let at = from;
  while (at < message.length && message[at] !== '}') {
    const [part, end] =
      message[at] === '{'
        ? readArgument(message, at)
        : message[at] === '<'
          ? readTag(message, at)
          : [accented(message[at] ?? ''), at + 1];
    text += part;
    at = end;
  }
  return [text, at];
}

function readTag(message: string, from: number): [text: string, end: number] {
  const end = message.indexOf('>', from) + 1;
  return [message.slice(from, end), end];
}

/** `{name}`, `{name, number, …}`, or `{name, plural, one {text} other {text}}`. */
function readArgument(message: string, from: number): [text: string, end: number] {
  const head =
    /^\{\s*\w+\s*(?:,\s*(?:plural|select|selectordinal)\s*,)?/.exec(message.slice(from))?.[0] ?? '{';
  let text = head;
  let at = from + head.length;
  while (at < message.length && message[at] !== '}') {
    if (message[at] !== '{') {
      text += message[at];
      at += 1;
      continue;
    }
    const [inner, end] = readText(message, at + 1);
    text += `{${inner}}`;
    at = end + 1;
  }
  return [`${text}}`, at + 1];
}

const accented = (letter: string): string => ACCENTED[PLAIN.indexOf(letter)] ?? letter;
