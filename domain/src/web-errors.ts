/** Stored details of a page's error: enough to find the bug, and nothing about the user. */

export const WEB_ERROR_FRAMES = 8;
/** A position in one of our scripts, as in a stack but without the origin. */
export const WEB_FRAME = /^assets\/[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/;
const FRAME_PATTERN = /assets\/[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}/g;
/** Words of paths; any other part, such as an id, is replaced by a colon. */
export const WEB_ROUTE = /^(?:\/|(?:\/(?:[A-Za-z_-]{1,24}|:))+)$/;

export interface WebErrorText {
  name: string;
  message: string;
}

/**
 * Returns name and message without possible user data: quoted text (parsers quote their input), numbers, URLs,
 * tokens, and non-Latin letters. Idempotent.
 */
export function redactWebError({ name, message }: WebErrorText): WebErrorText {
  return { name: /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error', message: redactMessage(message) };
}

function redactMessage(message: string): string {
  // React's own number identifies the error; the URL behind it contains its input.
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

/** Returns the first positions of a stack that are in our own scripts. */
export const extractFrames = (stack: string): string[] =>
  (stack.slice(0, 20_000).match(FRAME_PATTERN) ?? []).slice(0, WEB_ERROR_FRAMES);

/** Returns the route of a URL's page. */
export const getWebRoute = (pathname: string): string =>
  `/${pathname
    .split('/')
    .filter((part) => part !== '')
    .slice(0, 6)
    .map((part) => (/^[A-Za-z_-]{1,24}$/.test(part) ? part : ':'))
    .join('/')}`;
