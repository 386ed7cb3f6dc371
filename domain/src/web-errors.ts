/** What is kept of an error of a page: enough to find the fault, and nothing of the person it happened to. */

export const WEB_ERROR_FRAMES = 8;
/** A place in one of our own scripts, as a stack names it without the site. */
export const WEB_FRAME = /^assets\/[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/;
const FRAMES = /assets\/[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}/g;
/** Words of addresses; whatever else stands in one, an id or a state, is a colon. */
export const WEB_ROUTE = /^(?:\/|(?:\/(?:[A-Za-z_-]{1,24}|:))+)$/;

export interface WebErrorText {
  name: string;
  message: string;
}

/**
 * Name and message without what may be somebody's: text in quotation marks (a parser quotes what it was given), figures,
 * addresses, tokens, and letters that aren't Latin. Cleaning what is clean changes nothing.
 */
export function cleanWebError({ name, message }: WebErrorText): WebErrorText {
  return { name: /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error', message: cleanMessage(message) };
}

function cleanMessage(message: string): string {
  // React's own number says what went wrong; the address behind it holds what it was given.
  const react = /^Minified React error #\d{1,4}/.exec(message);
  if (react) return react[0];
  return message
    .slice(0, 1_000)
    .replace(/["“”«»`][^"“”«»`]*["“”«»`]?/g, '…')
    .replace(/\b[a-z]+:\/\/\S+/gi, '…')
    .replace(/\S*@\S*/g, '…')
    .replace(/[\w+/=-]{25,}/g, '…')
    .replace(/'([^']*)'/g, (quoted, text) => (/^(?:[\w.$-]{1,40}|object null)$/.test(text) ? quoted : '…'))
    .replace(/[^\x20-\x7e…]+/g, '…')
    .replace(/\d[\d.,:]*/g, '#')
    .replace(/…(?:\s*…)+/g, '…')
    .slice(0, 160)
    .trim();
}

/** The first places of a stack that are in our own scripts. */
export const framesOf = (stack: string): string[] =>
  (stack.slice(0, 20_000).match(FRAMES) ?? []).slice(0, WEB_ERROR_FRAMES);

/** Which page an address is of. */
export const webRouteOf = (pathname: string): string =>
  `/${pathname
    .split('/')
    .filter((part) => part !== '')
    .slice(0, 6)
    .map((part) => (/^[A-Za-z_-]{1,24}$/.test(part) ? part : ':'))
    .join('/')}`;
