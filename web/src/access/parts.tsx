import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../ui/class-names.ts';
import { Cluster } from '../ui/layout/layout.tsx';
import css from './parts.module.css';

export function AccessNote({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Cluster as="p" align="first" size="sm" tone="full" className={css.note}>
      {icon}
      <span>{children}</span>
    </Cluster>
  );
}

/**
 * A refusal that belongs to no single field. The live region stays mounted, so that its text is announced; a form
 * taller than the screen scrolls to it.
 */
export function AccessProblem({ text }: { text: string | null }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text) region.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <div ref={region} role="alert" className={css.region}>
      {text && (
        <Cluster as="p" align="first" size="sm" tone="full" className={cx(css.note, css.problem)}>
          <IconAlertCircle size={20} aria-hidden />
          <span>{text}</span>
        </Cluster>
      )}
    </div>
  );
}
