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
  const hintRef = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (!open) return;
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    const handlePressOutside = (event: Event) => {
      if (!hintRef.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('keydown', handleKey);
    document.addEventListener('pointerdown', handlePressOutside);
    document.addEventListener('focusin', handlePressOutside);
    return () => {
      document.removeEventListener('keydown', handleKey);
      document.removeEventListener('pointerdown', handlePressOutside);
      document.removeEventListener('focusin', handlePressOutside);
    };
  }, [open]);

  return (
    <Cluster ref={hintRef} as="span" inline align="stretch">
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
