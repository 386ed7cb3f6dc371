import type { Movement } from '@sarraf/domain/contracts';
import { cx } from '../ui/class-names.ts';
import { Money } from '../ui/values/money.tsx';
import css from './movement-change.module.css';

/** The signed change; a transfer between spendable and on hold is muted. */
export function MovementChange({ row }: { row: Movement }) {
  const change = getDisplayedChange(row);
  const isDecrease = change.startsWith('-');
  const isHoldChange = row.kind === 'HOLD' || row.kind === 'RELEASE';
  return (
    <Money
      value={change.replace(/^[-+]/, '')}
      asset={row.relatedCoin}
      sign={isDecrease ? '−' : '+'}
      className={cx(css.change, isHoldChange ? css.still : !isDecrease && css.in)}
    />
  );
}

/** Returns the displayed amount: for a hold or its release, the change of the spendable balance. */
const getDisplayedChange = ({ kind, amount, creditChange }: Movement): string =>
  kind === 'HOLD' || kind === 'RELEASE' ? creditChange : amount;
