import { classifyLink, isOwnPicture, MARKUP_TAGS } from '@sarraf/domain';
import { Fragment, type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { parseHtmlDocument } from '../../lib/browser/trusted-types.ts';
import { cx } from '../class-names.ts';
import { frameTables, nameTable } from '../values/framed-text.ts';
import css from './rich-text.module.css';

/** Allowed tags; other tags are replaced by their text. */
const TAGS: ReadonlySet<string> = new Set([...MARKUP_TAGS, 'b', 'i']);
/** Tags that are removed with their text. */
const DROPPED = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript', 'textarea', 'title']);

/**
 * HTML that staff wrote, in the product's type: rebuilt from known parts, so that nothing of it can run. It says
 * `data-content`, which distinguishes it from the product's own words.
 */
export function RichText({ html, className }: { html: string; className?: string | undefined }) {
  const table = useTranslations('richText')('table');
  // The server renders the same nodes, so that React can hydrate them.
  const parts = useMemo(
    () => (typeof DOMParser === 'undefined' ? null : renderHtml(html, { table })),
    [html, table],
  );
  const look = cx(css.text, className);
  if (parts)
    return (
      <div className={look} data-content="">
        {parts}
      </div>
    );
  const innerHtml = { __html: frameTables(html, { className: css.frame ?? '', label: table }) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises each text that it answers.
  return <div className={look} data-content="" dangerouslySetInnerHTML={innerHtml} />;
}

interface TableTexts {
  /** Name of a table without a caption. */
  table: string;
}

function renderHtml(html: string, texts: TableTexts): ReactNode[] {
  return renderChildren(parseHtmlDocument(html), texts);
}

const renderChildren = (node: Node, texts: TableTexts): ReactNode[] =>
  [...node.childNodes].map((child, key) => renderNode(child, key, texts));

function renderNode(node: Node, key: number, texts: TableTexts): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof HTMLElement)) return null;
  const name = node.localName;
  if (DROPPED.has(name)) return null;
  if (name === 'a') return renderLink(node, key, texts);
  if (name === 'img') return renderPicture(node, key);
  if (!TAGS.has(name)) return <Fragment key={key}>{renderChildren(node, texts)}</Fragment>;
  if (name === 'br') return <br key={key} />;
  if (name === 'table') return <FramedTable key={key} table={node} words={texts} />;
  if (name === 'td' || name === 'th') return renderCell(node, name, key, texts);
  const Tag = name as 'p';
  return (
    <Tag key={key}>{containsOnlyElements(name) ? renderRows(node, texts) : renderChildren(node, texts)}</Tag>
  );
}

/** Whether an element is a part of a table that contains only elements; blanks between them are dropped. */
const containsOnlyElements = (name: string): boolean => ['thead', 'tbody', 'tfoot', 'tr'].includes(name);
const renderRows = (node: Node, texts: TableTexts): ReactNode[] =>
  [...node.childNodes]
    .filter((child) => child.nodeType === Node.ELEMENT_NODE)
    .map((child, key) => renderNode(child, key, texts));

/** On a narrow screen a table scrolls inside its own frame, by touch or arrow keys, so that the page doesn't. */
function FramedTable({ table, words }: { table: HTMLElement; words: TableTexts }) {
  const headings = [...table.querySelectorAll('th')].map((head) => head.textContent ?? '');
  const name = table.querySelector('caption')?.textContent?.trim() || nameTable(words.table, headings);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be focusable by keyboard.
    <section className={css.frame} aria-label={name} tabIndex={0}>
      <table>{renderRows(table, words)}</table>
    </section>
  );
}

function renderCell(node: HTMLElement, Tag: 'td' | 'th', key: number, texts: TableTexts): ReactNode {
  const scope = node.getAttribute('scope');
  return (
    <Tag
      key={key}
      colSpan={parseSpan(node, 'colspan')}
      rowSpan={parseSpan(node, 'rowspan')}
      {...(Tag === 'th' && (scope === 'col' || scope === 'row') && { scope })}
    >
      {renderChildren(node, texts)}
    </Tag>
  );
}

function parseSpan(node: HTMLElement, name: string): number | undefined {
  const value = node.getAttribute(name) ?? '';
  return /^[1-9]\d?$/.test(value) ? Number.parseInt(value, 10) : undefined;
}

function renderLink(node: HTMLElement, key: number, texts: TableTexts): ReactNode {
  const href = node.getAttribute('href') ?? '';
  const kind = classifyLink(href);
  const children = renderChildren(node, texts);
  if (kind === 'own') {
    return (
      <Link key={key} to={href}>
        {children}
      </Link>
    );
  }
  if (kind === null) return <Fragment key={key}>{children}</Fragment>;
  const newTabProps = kind === 'foreign' && { target: '_blank', rel: 'noopener noreferrer' };
  return (
    <a key={key} href={href} {...newTabProps}>
      {children}
    </a>
  );
}

function renderPicture(node: HTMLElement, key: number): ReactNode {
  const src = node.getAttribute('src') ?? '';
  if (!isOwnPicture(src)) return null;
  return (
    <img
      key={key}
      src={src}
      alt={node.getAttribute('alt') ?? ''}
      width={parseSize(node, 'width')}
      height={parseSize(node, 'height')}
      loading="lazy"
      decoding="async"
    />
  );
}

function parseSize(node: HTMLElement, name: string): number | undefined {
  const value = node.getAttribute(name) ?? '';
  return /^[1-9]\d{0,3}$/.test(value) ? Number.parseInt(value, 10) : undefined;
}
