import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useMedia } from '../../lib/browser/media.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Button } from '../buttons/button.tsx';
import { Modal } from '../overlays/modal.tsx';
import css from './filter-bar.module.css';

/** A filter that is set, in words. */
export interface ChosenFilter {
  key: string;
  label: string;
  /** What its button does, for those who don't see the cross. */
  removeLabel: string;
  onRemove: () => void;
}

interface FilterBarProps {
  /** `chosen`: how many are set, for those who don't see the figure. */
  words: Record<'filters' | 'chosen' | 'clear' | 'show', string>;
  chosen: readonly ChosenFilter[];
  onClear: () => void;
  /** The fields; each is in force as soon as it is set. */
  children: ReactNode;
  /** Beside the fields: the list as a file. */
  aside?: ReactNode;
  /** How the fields stand on a wide screen, with what is beside them. */
  className?: string | undefined;
}

/** The filters of a list: fields above it; on a phone one button that opens them, and what is set as chips. */
export function FilterBar({ words, chosen, onClear, children, aside, className }: FilterBarProps) {
  const phone = useMedia('(max-width: 720px)');
  const { digits } = useFormat();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  if (!phone)
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
                  // The chip is gone; its place in the order of the keys isn't lost.
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
