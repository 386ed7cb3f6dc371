import { IconTool } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { useMaintenance } from '../../lib/maintenance.ts';
import { useOnline } from '../../lib/stream/connection.ts';
import { Cluster } from '../../ui/layout/layout.tsx';
import css from './strips.module.css';

/** Shown above everything during maintenance: the page and its form inputs stay, but nothing can be sent. */
export function MaintenanceStrip() {
  const t = useTranslations('maintenance');
  const { language, dateTime } = useFormat();
  const online = useOnline();
  const { text = null, expectedEnd = null } = useMaintenance() ?? {};
  const stripRef = useRef<HTMLDivElement>(null);
  // While offline the state may be outdated, and the offline strip is shown.
  const isShown = online && text !== null;
  useLayoutEffect(() => {
    const strip = stripRef.current;
    if (!isShown || strip === null) return;
    // Sticky elements are placed below it, however many lines staff has written.
    const root = document.documentElement;
    const observer = new ResizeObserver(() => root.style.setProperty('--strip', `${strip.offsetHeight}px`));
    observer.observe(strip);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--strip');
    };
  }, [isShown]);
  if (!isShown) return null;
  return (
    <Cluster
      ref={stripRef}
      gap={3}
      justify="center"
      align="first"
      size="sm"
      tone="soft"
      className={css.maintenance}
      role="status"
    >
      <IconTool size={20} aria-hidden />
      <p>
        <strong>{t('title')}</strong> <span dir="auto">{text[language]}</span>{' '}
        {expectedEnd !== null && <span>{t('until', { time: dateTime(expectedEnd) })}</span>}
      </p>
    </Cluster>
  );
}
