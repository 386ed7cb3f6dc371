/** Allowed markup in texts of the site: one list for the server, which stores nothing else, and for the browser. */
export const MARKUP_TAGS = [
  'h2',
  'h3',
  'h4',
  'p',
  'ul',
  'ol',
  'li',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'strong',
  'em',
  'code',
  'pre',
  'blockquote',
  'br',
  'a',
  'img',
] as const;
export type MarkupTag = (typeof MARKUP_TAGS)[number];

/** Blanks and control characters in a URL, which can hide its scheme. */
const HIDING_CHARACTERS = /[\s\p{C}\\<>"'`]/u;
const EXTERNAL_URL = /^https:\/\/[^/?#@]+(?:[/?#].*)?$/i;
const OWN_PATH = /^\/(?!\/)/;
const MAIL_URL = /^mailto:[^@?&]+@[^@?&]+$/i;
const PHONE_URL = /^tel:\+?[0-9-]{3,20}$/i;
const OWN_PICTURE_PATH = /^\/(?:guide|content)\/(?:[\w-]+\/)*[\w-]+\.(?:webp|avif|png|jpe?g|svg)$/;

export type LinkKind = 'own' | 'foreign' | 'contact';

/** Returns the kind of a link's URL; null: not allowed. */
export function classifyLink(href: string): LinkKind | null {
  if (href.length > 500 || HIDING_CHARACTERS.test(href)) return null;
  if (OWN_PATH.test(href)) return 'own';
  if (EXTERNAL_URL.test(href)) return 'foreign';
  return MAIL_URL.test(href) || PHONE_URL.test(href) ? 'contact' : null;
}

/** Whether this is the path of a picture of ours, so that no third-party server learns who reads a text. */
export const isOwnPicture = (path: string): boolean => path.length <= 200 && OWN_PICTURE_PATH.test(path);
