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
const HIDING = /[\s\p{C}\\<>"'`]/u;
const FOREIGN = /^https:\/\/[^/?#@]+(?:[/?#].*)?$/i;
const OWN = /^\/(?!\/)/;
const MAIL = /^mailto:[^@?&]+@[^@?&]+$/i;
const PHONE = /^tel:\+?[0-9-]{3,20}$/i;
const PICTURE = /^\/(?:guide|content)\/(?:[\w-]+\/)*[\w-]+\.(?:webp|avif|png|jpe?g|svg)$/;

export type LinkKind = 'own' | 'foreign' | 'contact';

/** Returns the kind of a link's URL; null: not allowed. */
export function linkKind(href: string): LinkKind | null {
  if (href.length > 500 || HIDING.test(href)) return null;
  if (OWN.test(href)) return 'own';
  if (FOREIGN.test(href)) return 'foreign';
  return MAIL.test(href) || PHONE.test(href) ? 'contact' : null;
}

/** Whether this is the path of a picture of ours, so that no third-party server learns who reads a text. */
export const isOwnPicture = (path: string): boolean => path.length <= 200 && PICTURE.test(path);
