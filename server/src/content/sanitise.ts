import { isOwnPicture, linkKind, MARKUP_TAGS } from '@sarraf/domain';
import sanitizeHtml, { type Attributes, type IFrame, type IOptions, type Tag } from 'sanitize-html';

/** Tags that are removed with their text: it isn't meant for readers, or parsers disagree about where they end. */
const DROPPED = [
  'script',
  'style',
  'svg',
  'math',
  'template',
  'noscript',
  'noembed',
  'noframes',
  'iframe',
  'object',
  'embed',
  'applet',
  'textarea',
  'select',
  'option',
  'title',
  'xmp',
  'plaintext',
  'audio',
  'video',
  'canvas',
];
const SAME_AS: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  b: 'strong',
  i: 'em',
});
const sameTag = (name: string): string => SAME_AS[name] ?? name;
const NESTED = 20;

const isSize = (value: string): boolean => /^[1-9]\d{0,3}$/.test(value);
const isSpan = (value: string): boolean => /^[1-9]\d?$/.test(value);
const anyText = (): boolean => true;
const CELL = { colspan: isSpan, rowspan: isSpan };

/** Allowed attributes by tag; all others are removed. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, (value: string) => boolean>>>> = {
  a: { href: (value) => linkKind(value) !== null },
  img: { src: isOwnPicture, alt: anyText, width: isSize, height: isSize },
  td: CELL,
  th: { ...CELL, scope: (value) => value === 'col' || value === 'row' },
};
/** Attributes that we add ourselves; removing them is not reported. */
const OURS = new Set(['rel', 'target', 'loading']);
/** Without this attribute a tag is removed. */
const NEEDED: Readonly<Record<string, string>> = { a: 'href', img: 'src' };

const isKept = (tag: string, name: string, value: string): boolean => {
  const judge = Object.hasOwn(ATTRIBUTES, tag) ? ATTRIBUTES[tag] : undefined;
  return judge !== undefined && Object.hasOwn(judge, name) && judge[name]?.(value) === true;
};

function transform(tagName: string, given: Attributes): Tag {
  const tag = sameTag(tagName);
  const attribs = Object.fromEntries(Object.entries(given).filter(([key, value]) => isKept(tag, key, value)));
  if (tag === 'a' && linkKind(attribs.href ?? '') === 'foreign') attribs.rel = 'noopener noreferrer';
  if (tag === 'img') attribs.alt ??= '';
  // The library closes the wrong tag if a renamed one was left out, so names are changed afterwards.
  return { tagName, attribs };
}

/** An invalid link is replaced by its text, an invalid picture is removed. */
function exclude({ tag, attribs }: IFrame): boolean | 'excludeTag' {
  const needed = NEEDED[tag];
  return needed !== undefined && attribs[needed] === undefined && (tag === 'img' || 'excludeTag');
}

const OPTIONS: IOptions = {
  allowedTags: [...MARKUP_TAGS, ...Object.keys(SAME_AS)],
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(ATTRIBUTES).map(([tag, names]) => [tag, Object.keys(names)])),
    a: ['href', 'rel'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  selfClosing: ['br', 'img'],
  nonTextTags: DROPPED,
  nestingLimit: NESTED,
  transformTags: { '*': transform },
  exclusiveFilter: exclude,
};

/** Returns HTML that contains only what `MARKUP_TAGS` and `ATTRIBUTES` name, well nested; idempotent. */
export const sanitise = (html: string): string => finish(sanitizeHtml(html, OPTIONS));

/** In the output, every `<` starts a tag. */
const finish = (html: string): string =>
  html.replace(/<(\/?)([bi])>/g, (_, end: string, name: string) => `<${end}${sameTag(name)}>`).trim();

const MAX_NAMES_LISTED = 30;
const MAX_VALUE_LENGTH = 60;

/** Sanitises and returns what was removed, once each: `<iframe>`, `<p onclick>`, `<a href="javascript:…">`. */
export function inspect(html: string): { html: string; leftOut: string[] } {
  const leftOut = new Set<string>();
  const tags: ReadonlySet<string> = new Set(MARKUP_TAGS);
  const onOpenTag = (name: string, attribs: Attributes) => {
    if (leftOut.size >= MAX_NAMES_LISTED) return;
    const tag = sameTag(name);
    if (!tags.has(tag)) leftOut.add(`<${name.slice(0, MAX_VALUE_LENGTH)}>`);
    else for (const [key, value] of Object.entries(attribs)) addFault(leftOut, tag, key, value);
    const needed = NEEDED[tag];
    if (needed && attribs[needed] === undefined) leftOut.add(`<${tag}>`);
  };
  return { html: finish(sanitizeHtml(html, { ...OPTIONS, onOpenTag })), leftOut: [...leftOut] };
}

function addFault(leftOut: Set<string>, tag: string, name: string, value: string): void {
  if (isKept(tag, name, value) || OURS.has(name)) return;
  const known = Object.hasOwn(ATTRIBUTES[tag] ?? {}, name);
  const shown = name.slice(0, MAX_VALUE_LENGTH);
  leftOut.add(known ? `<${tag} ${shown}="${value.slice(0, MAX_VALUE_LENGTH)}">` : `<${tag} ${shown}>`);
}
