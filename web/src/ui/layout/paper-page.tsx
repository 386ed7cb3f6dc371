import { IconArrowLeft, IconFileSpreadsheet, IconFileTypeCsv, IconPrinter } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button, LinkButton } from '../buttons/button.tsx';
import { cx } from '../class-names.ts';
import { QueryBoundary } from '../feedback/loaded.tsx';
import css from './paper-page.module.css';

interface PaperPageProps<T> {
  /** Shown until the document, which has its own title, is loaded, and if it fails to load. */
  title: string;
  back: { to: string; label: string };
  query: UseQueryResult<T>;
  /** As large as the expected content. */
  skeleton: ReactNode;
  /** Next to the back link once loaded: downloads, printing. */
  tools: (data: T) => ReactNode;
  children: (data: T) => ReactNode;
  wide?: boolean;
}

/** A printable document; the elements above it are not printed. */
export function PaperPage<T>({ title, back, query, skeleton, tools, children, wide }: PaperPageProps<T>) {
  return (
    <main className={cx(css.page, wide && css.wide)}>
      <div className={css.bar}>
        <LinkButton
          to={back.to}
          variant="text"
          icon={<IconArrowLeft size={18} className="flip" aria-hidden />}
        >
          {back.label}
        </LinkButton>
        {query.data !== undefined && <div className={css.tools}>{tools(query.data)}</div>}
      </div>
      {query.data === undefined && <h1 className="hidden">{title}</h1>}
      <QueryBoundary query={query} skeleton={skeleton}>
        {children}
      </QueryBoundary>
    </main>
  );
}

/** Options of printing; a partly loaded page loads the rest before it is printed. */
interface PrintOptions {
  busy: boolean;
  start: () => void;
}
const DEFAULT_PRINT: PrintOptions = { busy: false, start: () => window.print() };

interface FileButtonsProps {
  words: Record<'csv' | 'xlsx' | 'print', string>;
  /** The file being downloaded. */
  saving: 'csv' | 'xlsx' | null;
  onSave: (format: 'csv' | 'xlsx') => void;
  print?: PrintOptions;
}

export function FileButtons({ words, saving, onSave, print = DEFAULT_PRINT }: FileButtonsProps) {
  const renderButton = (format: 'csv' | 'xlsx', icon: ReactNode) => (
    <Button variant="ghost" size="s" busy={saving === format} icon={icon} onClick={() => onSave(format)}>
      {words[format]}
    </Button>
  );
  return (
    <>
      {renderButton('csv', <IconFileTypeCsv size={18} aria-hidden />)}
      {renderButton('xlsx', <IconFileSpreadsheet size={18} aria-hidden />)}
      <PrintButton print={print}>{words.print}</PrintButton>
    </>
  );
}

export function PrintButton({ children, print = DEFAULT_PRINT }: { children: string; print?: PrintOptions }) {
  return (
    <Button size="s" busy={print.busy} icon={<IconPrinter size={18} aria-hidden />} onClick={print.start}>
      {children}
    </Button>
  );
}

/** A sheet in the colours of the theme on screen, and dark on white when printed. */
export function PrintSheet({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <article className={cx(css.paper, className)} data-paper>
      {children}
    </article>
  );
}

interface PaperFactsProps {
  facts: readonly (readonly [key: string, label: string, value: ReactNode])[];
}

export function PaperFacts({ facts }: PaperFactsProps) {
  return (
    <dl className={css.facts}>
      {facts.map(([key, label, value]) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
