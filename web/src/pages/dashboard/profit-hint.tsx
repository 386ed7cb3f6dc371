import { IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import css from './profit-hint.module.css';

/** Explains how profit is calculated; opened by touch, mouse or key, closed by Esc or a press elsewhere. */
export function ProfitHint() {
  const t = useTranslations('dashboard.profit');
  const [open, setOpen] = useState(false);
  const id = useId();
  const place = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (!open) return;
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    const elsewhere = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('keydown', key);
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    return () => {
      document.removeEventListener('keydown', key);
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
    };
  }, [open]);

  return (
    <Cluster ref={place} as="span" inline align="stretch">
      <IconButton
        label={t('why')}
        size="s"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <IconInfoCircle size={18} />
      </IconButton>
      <span id={id} role="status" className={css.bubble} hidden={!open}>
        {open && t('how')}
      </span>
    </Cluster>
  );
}
