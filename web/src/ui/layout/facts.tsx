import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { protectFigures } from '../values/protect-figures.tsx';
import css from './facts.module.css';

interface Fact {
  key: string;
  label: ReactNode;
  value: ReactNode;
  /** The main line: a total. */
  strong?: boolean;
}

/** Rows of label and value: a price, a fee, a receipt. */
export function Facts({ facts, className }: { facts: readonly Fact[]; className?: string | undefined }) {
  return (
    <dl className={cx(css.facts, className)}>
      {facts.map((fact) => (
        <div key={fact.key} className={cx(css.fact, fact.strong && css.strong)}>
          <dt>{protectFigures(fact.label)}</dt>
          <dd>{protectFigures(fact.value)}</dd>
        </div>
      ))}
    </dl>
  );
}
