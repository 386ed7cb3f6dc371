import { isOwnPicture, linkKind, MARKUP_TAGS } from '@sarraf/domain';
import { Fragment, type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { parseApart } from '../../lib/browser/trusted-types.ts';
import { Link } from '../../lib/navigation/router.tsx';
import { cx } from '../class-names.ts';
import { framedText, tableName } from './framed-text.ts';
import css from './rich-text.module.css';

/** Allowed tags; other tags are replaced by their text. */
const TAGS: ReadonlySet<string> = new Set([...MARKUP_TAGS, 'b', 'i']);
/** Tags that are removed with their text. */
const DROPPED = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript', 'textarea', 'title']);

/**
 * HTML that staff wrote, in the product's type: rebuilt from known parts, so that nothing of it can run. It says
 * `data-content`, which distinguishes it from the product's own words.
 */
export function RichText({ html, className }: { html: string; className?: string }) {
  const table = useTranslations('richText')('table');
  // The server renders the same nodes, so that React can hydrate them.
  const parts = useMemo(
    () => (typeof DOMParser === 'undefined' ? null : partsOf(html, { table })),
    [html, table],
  );
  const look = cx(css.text, className);
  if (parts)
    return (
      <div className={look} data-content="">
        {parts}
      </div>
    );
  const drawn = { __html: framedText(html, { className: css.frame ?? '', label: table }) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises each text that it answers.
  return <div className={look} data-content="" dangerouslySetInnerHTML={drawn} />;
}

interface Words {
  /** Name of a table without a caption. */
  table: string;
}

function partsOf(html: string, words: Words): ReactNode[] {
  return inside(parseApart(html), words);
}

const inside = (node: Node, words: Words): ReactNode[] =>
  [...node.childNodes].map((child, key) => partOf(child, key, words));

function partOf(node: Node, key: number, words: Words): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof HTMLElement)) return null;
  const name = node.localName;
  if (DROPPED.has(name)) return null;
  if (name === 'a') return linkOf(node, key, words);
  if (name === 'img') return pictureOf(node, key);
  if (!TAGS.has(name)) return <Fragment key={key}>{inside(node, words)}</Fragment>;
  if (name === 'br') return <br key={key} />;
  if (name === 'table') return <Table key={key} table={node} words={words} />;
  if (name === 'td' || name === 'th') return cellOf(node, name, key, words);
  const Tag = name as 'p';
  return <Tag key={key}>{isOfRows(name) ? rowsOf(node, words) : inside(node, words)}</Tag>;
}

/** Whether an element is a part of a table that contains only elements; blanks between them are dropped. */
const isOfRows = (name: string): boolean => ['thead', 'tbody', 'tfoot', 'tr'].includes(name);
const rowsOf = (node: Node, words: Words): ReactNode[] =>
  [...node.childNodes]
    .filter((child) => child.nodeType === Node.ELEMENT_NODE)
    .map((child, key) => partOf(child, key, words));

/** On a narrow screen a table scrolls inside its own frame, by touch or arrow keys, so that the page doesn't. */
function Table({ table, words }: { table: HTMLElement; words: Words }) {
  const heads = [...table.querySelectorAll('th')].map((head) => head.textContent ?? '');
  const name = table.querySelector('caption')?.textContent?.trim() || tableName(words.table, heads);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be focusable by keyboard.
    <section className={css.frame} aria-label={name} tabIndex={0}>
      <table>{rowsOf(table, words)}</table>
    </section>
  );
}

function cellOf(node: HTMLElement, Tag: 'td' | 'th', key: number, words: Words): ReactNode {
  const scope = node.getAttribute('scope');
  return (
    <Tag
      key={key}
      colSpan={spanOf(node, 'colspan')}
      rowSpan={spanOf(node, 'rowspan')}
      {...(Tag === 'th' && (scope === 'col' || scope === 'row') && { scope })}
    >
      {inside(node, words)}
    </Tag>
  );
}

function spanOf(node: HTMLElement, name: string): number | undefined {
  const value = node.getAttribute(name) ?? '';
  return /^[1-9]\d?$/.test(value) ? Number.parseInt(value, 10) : undefined;
}

function linkOf(node: HTMLElement, key: number, words: Words): ReactNode {
  const href = node.getAttribute('href') ?? '';
  const kind = linkKind(href);
  const children = inside(node, words);
  if (kind === 'own') {
    return (
      <Link key={key} to={href}>
        {children}
      </Link>
    );
  }
  if (kind === null) return <Fragment key={key}>{children}</Fragment>;
  const away = kind === 'foreign' && { target: '_blank', rel: 'noopener noreferrer' };
  return (
    <a key={key} href={href} {...away}>
      {children}
    </a>
  );
}

function pictureOf(node: HTMLElement, key: number): ReactNode {
  const src = node.getAttribute('src') ?? '';
  if (!isOwnPicture(src)) return null;
  return (
    <img
      key={key}
      src={src}
      alt={node.getAttribute('alt') ?? ''}
      width={sizeOf(node, 'width')}
      height={sizeOf(node, 'height')}
      loading="lazy"
      decoding="async"
    />
  );
}

function sizeOf(node: HTMLElement, name: string): number | undefined {
  const value = node.getAttribute(name) ?? '';
  return /^[1-9]\d{0,3}$/.test(value) ? Number.parseInt(value, 10) : undefined;
}
