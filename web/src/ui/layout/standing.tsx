import type { ReactNode, Ref } from 'react';
import { cx } from '../class-names.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import { CoinIcon } from '../values/coin-icon.tsx';
import { Cluster, Stack } from './layout.tsx';
import css from './standing.module.css';

interface AutomationPageProps {
  title: string;
  /** Ref of the title, which can be focused. */
  titleRef?: Ref<HTMLHeadingElement>;
  lead: string;
  /** Button that creates another one. */
  action: ReactNode;
  children: ReactNode;
}

/** A page of a person's automations: alerts, recurring purchases. */
export function AutomationPage({ title, titleRef, lead, action, children }: AutomationPageProps) {
  return (
    <main className={css.page}>
      <div className={css.head}>
        <div>
          <h1 ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
            {title}
          </h1>
          <p className={css.lead}>{lead}</p>
        </div>
        {action}
      </div>
      {children}
    </main>
  );
}

export function AutomationList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface AutomationRowProps {
  coin: string;
  /** The rows of the list. */
  children: ReactNode;
  state: string;
  /** `active`: running; `done`: completed; null: neither. */
  tone: 'active' | 'done' | null;
  actions: ReactNode;
}

export function AutomationRow({ coin, children, state, tone, actions }: AutomationRowProps) {
  return (
    <li className={css.row}>
      <CoinIcon coin={coin} size={36} />
      <Stack gap="line" shrink>
        {children}
      </Stack>
      <Cluster gap={4} rowGap={1} justify="between" wrap className={css.end}>
        <span className={cx(css.state, tone && css[tone])}>{state}</span>
        {actions && (
          <Cluster gap={2} justify="end" className={css.actions}>
            {actions}
          </Cluster>
        )}
      </Cluster>
    </li>
  );
}

/** A note below the list that applies to all rows. */
export const AutomationNote = ({ children }: { children: ReactNode }) => (
  <p className={css.note}>{children}</p>
);

export function AutomationSkeleton({ rows }: { rows: number }) {
  return (
    <div className={css.list} aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are identical.
        <Skeleton key={row} className={css.block} />
      ))}
    </div>
  );
}
