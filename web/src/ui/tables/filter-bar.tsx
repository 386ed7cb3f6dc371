import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useMediaQuery } from '../../lib/browser/media.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Button } from '../buttons/button.tsx';
import { Modal } from '../overlays/modal.tsx';
import css from './filter-bar.module.css';

/** An active filter as text. */
export interface ChosenFilter {
  key: string;
  label: string;
  /** Label of its remove button, for screen readers. */
  removeLabel: string;
  onRemove: () => void;
}

interface FilterBarProps {
  /** `chosen`: the number of active filters, for screen readers. */
  words: Record<'filters' | 'chosen' | 'clear' | 'show', string>;
  chosen: readonly ChosenFilter[];
  onClear: () => void;
  /** The fields; each applies immediately. */
  children: ReactNode;
  /** Next to the fields: the list as a file. */
  aside?: ReactNode;
  /** Layout of the fields and `aside` on a wide screen. */
  className?: string | undefined;
}

/** The filters of a list: fields above it; on a phone a button that opens them, and chips for the active ones. */
export function FilterBar({ words, chosen, onClear, children, aside, className }: FilterBarProps) {
  const isPhone = useMediaQuery('(max-width: 720px)');
  const { digits } = useFormat();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  if (!isPhone)
    return (
      <div className={className}>
        {children}
        {aside}
      </div>
    );
  return (
    <div className={css.bar}>
      <Button
        ref={opener}
        variant="ghost"
        aria-haspopup="dialog"
        icon={<IconAdjustmentsHorizontal size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {words.filters}
        {chosen.length > 0 && (
          <>
            <span className={css.count} aria-hidden>
              {digits(chosen.length)}
            </span>
            <span className="hidden">{words.chosen}</span>
          </>
        )}
      </Button>
      {aside}
      {chosen.length > 0 && (
        <ul className={css.chips} aria-label={words.chosen}>
          {chosen.map(({ key, label, removeLabel, onRemove }) => (
            <li key={key}>
              <button
                type="button"
                className={css.chip}
                aria-label={removeLabel}
                onClick={() => {
                  onRemove();
                  // The chip is removed; the keyboard focus must not be lost with it.
                  opener.current?.focus();
                }}
              >
                <bdi>{label}</bdi>
                <IconX size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title={words.filters}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{words.show}</Button>
            <Button
              variant="ghost"
              disabled={chosen.length === 0}
              onClick={() => {
                onClear();
                setOpen(false);
              }}
            >
              {words.clear}
            </Button>
          </>
        }
      >
        <div className={css.fields}>{children}</div>
      </Modal>
    </div>
  );
}
