import { classifyLink, isOwnPicture, MARKUP_TAGS } from '@sarraf/domain';
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
const CANONICAL_TAGS: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  b: 'strong',
  i: 'em',
});
const canonicalTagOf = (name: string): string => CANONICAL_TAGS[name] ?? name;
const MAX_NESTING = 20;

const isSize = (value: string): boolean => /^[1-9]\d{0,3}$/.test(value);
const isSpan = (value: string): boolean => /^[1-9]\d?$/.test(value);
const isAnyText = (): boolean => true;
const CELL = { colspan: isSpan, rowspan: isSpan };

/** Allowed attributes by tag; all others are removed. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, (value: string) => boolean>>>> = {
  a: { href: (value) => classifyLink(value) !== null },
  img: { src: isOwnPicture, alt: isAnyText, width: isSize, height: isSize },
  td: CELL,
  th: { ...CELL, scope: (value) => value === 'col' || value === 'row' },
};
/** Attributes that we add ourselves; removing them is not reported. */
const ADDED_ATTRIBUTES = new Set(['rel', 'target', 'loading']);
/** Without this attribute a tag is removed. */
const REQUIRED_ATTRIBUTE: Readonly<Record<string, string>> = { a: 'href', img: 'src' };

const isAllowedAttribute = (tag: string, name: string, value: string): boolean => {
  const validators = Object.hasOwn(ATTRIBUTES, tag) ? ATTRIBUTES[tag] : undefined;
  return validators !== undefined && Object.hasOwn(validators, name) && validators[name]?.(value) === true;
};

function transformTag(tagName: string, attributes: Attributes): Tag {
  const tag = canonicalTagOf(tagName);
  const attribs = Object.fromEntries(
    Object.entries(attributes).filter(([key, value]) => isAllowedAttribute(tag, key, value)),
  );
  if (tag === 'a' && classifyLink(attribs.href ?? '') === 'foreign') attribs.rel = 'noopener noreferrer';
  if (tag === 'img') attribs.alt ??= '';
  // The library closes the wrong tag if a renamed one was left out, so names are changed afterwards.
  return { tagName, attribs };
}

/** An invalid link is replaced by its text, an invalid picture is removed. */
function isExcluded({ tag, attribs }: IFrame): boolean | 'excludeTag' {
  const requiredAttribute = REQUIRED_ATTRIBUTE[tag];
  return (
    requiredAttribute !== undefined &&
    attribs[requiredAttribute] === undefined &&
    (tag === 'img' || 'excludeTag')
  );
}

const OPTIONS: IOptions = {
  allowedTags: [...MARKUP_TAGS, ...Object.keys(CANONICAL_TAGS)],
  allowedAttributes: {
    ...Object.fromEntries(Object.entries(ATTRIBUTES).map(([tag, names]) => [tag, Object.keys(names)])),
    a: ['href', 'rel'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  selfClosing: ['br', 'img'],
  nonTextTags: DROPPED,
  nestingLimit: MAX_NESTING,
  transformTags: { '*': transformTag },
  exclusiveFilter: isExcluded,
};

/** Returns HTML that contains only what `MARKUP_TAGS` and `ATTRIBUTES` name, well nested; idempotent. */
export const sanitise = (html: string): string => canonicalizeTags(sanitizeHtml(html, OPTIONS));

/** In the output, every `<` starts a tag. */
const canonicalizeTags = (html: string): string =>
  html
    .replace(/<(\/?)([bi])>/g, (_, slash: string, name: string) => `<${slash}${canonicalTagOf(name)}>`)
    .trim();

const MAX_NAMES_LISTED = 30;
const MAX_VALUE_LENGTH = 60;

/** Sanitises and returns what was removed, once each: `<iframe>`, `<p onclick>`, `<a href="javascript:…">`. */
export function inspectHtml(html: string): { html: string; leftOut: string[] } {
  const removed = new Set<string>();
  const tags: ReadonlySet<string> = new Set(MARKUP_TAGS);
  const onOpenTag = (name: string, attribs: Attributes) => {
    if (removed.size >= MAX_NAMES_LISTED) return;
    const tag = canonicalTagOf(name);
    if (!tags.has(tag)) removed.add(`<${name.slice(0, MAX_VALUE_LENGTH)}>`);
    else for (const [key, value] of Object.entries(attribs)) addRemovedAttribute(removed, tag, key, value);
    const requiredAttribute = REQUIRED_ATTRIBUTE[tag];
    if (requiredAttribute && attribs[requiredAttribute] === undefined) removed.add(`<${tag}>`);
  };
  return { html: canonicalizeTags(sanitizeHtml(html, { ...OPTIONS, onOpenTag })), leftOut: [...removed] };
}

function addRemovedAttribute(removed: Set<string>, tag: string, name: string, value: string): void {
  if (isAllowedAttribute(tag, name, value) || ADDED_ATTRIBUTES.has(name)) return;
  const isKnownAttribute = Object.hasOwn(ATTRIBUTES[tag] ?? {}, name);
  const shortName = name.slice(0, MAX_VALUE_LENGTH);
  removed.add(
    isKnownAttribute
      ? `<${tag} ${shortName}="${value.slice(0, MAX_VALUE_LENGTH)}">`
      : `<${tag} ${shortName}>`,
  );
}
