import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import css from './accordion.module.css';

export interface AccordionEntry {
  /** Its fragment in the address: `#key`. */
  key: string;
  title: string;
  content: ReactNode;
}

interface AccordionProps {
  entries: readonly AccordionEntry[];
  /** Key of the open entry. */
  open: string | null;
  onOpen: (key: string | null) => void;
  /** Heading level of the entries. */
  level?: 2 | 3;
}

/**
 * An accordion with one open entry. Built on the browser's own: it works before any script, and "find in page"
 * opens what it finds.
 */
export function Accordion({ entries, open, onOpen, level = 2 }: AccordionProps) {
  const name = useId();
  const Heading = `h${level}` as const;
  return (
    <div className={css.list}>
      {entries.map(({ key, title, content }) => (
        <details
          key={key}
          id={key}
          name={name}
          open={open === key}
          className={css.entry}
          onToggle={({ currentTarget }) => {
            if (currentTarget.open) onOpen(key);
            else if (open === key) onOpen(null);
          }}
        >
          <summary className={css.summary}>
            <Heading>{title}</Heading>
            <IconChevronDown size={20} className={css.chevron} aria-hidden />
          </summary>
          <div className={css.content}>{content}</div>
        </details>
      ))}
    </div>
  );
}
