import { Fragment, type ReactNode, useMemo } from 'react';
import { cx } from './class-names.ts';
import css from './rich-text.module.css';

/** What a text may be made of. Anything else is read as the plain words inside it. */
const TAGS = new Set([
  'P',
  'H2',
  'H3',
  'H4',
  'UL',
  'OL',
  'LI',
  'STRONG',
  'B',
  'EM',
  'I',
  'CODE',
  'BLOCKQUOTE',
  'BR',
]);
/** Of these not even the words. */
const DROPPED = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'IFRAME', 'OBJECT', 'NOSCRIPT']);

/** HTML that somebody wrote, in the product's type: built anew from known parts, so that nothing of it can run. */
export function RichText({ html, className }: { html: string; className?: string }) {
  const parts = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    return inside(body);
  }, [html]);
  return <div className={cx(css.text, className)}>{parts}</div>;
}

const inside = (node: Node): ReactNode[] => [...node.childNodes].map((child, key) => partOf(child, key));

function partOf(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof HTMLElement) || DROPPED.has(node.tagName)) return null;
  const href = node.tagName === 'A' ? linkOf(node.getAttribute('href')) : null;
  if (href) {
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer">
        {inside(node)}
      </a>
    );
  }
  if (!TAGS.has(node.tagName)) return <Fragment key={key}>{inside(node)}</Fragment>;
  const Tag = node.tagName.toLowerCase() as 'p';
  return node.tagName === 'BR' ? <br key={key} /> : <Tag key={key}>{inside(node)}</Tag>;
}

/** Only the web's own addresses. */
const linkOf = (href: string | null): string | null => (href && /^https?:\/\//i.test(href) ? href : null);
