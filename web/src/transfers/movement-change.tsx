import type { Movement } from '@sarraf/domain/contracts';
import { useFormat } from '../lib/format/use-format.ts';
import { cx } from '../ui/class-names.ts';
import css from './movement-change.module.css';

/** The signed change; a transfer between spendable and on hold is muted. */
export function MovementChange({ row }: { row: Movement }) {
  const { amount, unit } = useFormat();
  const change = getDisplayedChange(row);
  const magnitude = change.replace(/^[-+]/, '');
  const isDecrease = change.startsWith('-');
  const isHoldChange = row.kind === 'HOLD' || row.kind === 'RELEASE';
  return (
    <span className={cx(css.change, isHoldChange ? css.still : !isDecrease && css.in)}>
      <bdi dir="ltr">
        {isDecrease ? '−' : '+'}
        {amount(magnitude, row.relatedCoin)}
      </bdi>
      <small>{unit(row.relatedCoin)}</small>
    </span>
  );
}

/** Returns the displayed amount: for a hold or its release, the change of the spendable balance. */
const getDisplayedChange = ({ kind, amount, creditChange }: Movement): string =>
  kind === 'HOLD' || kind === 'RELEASE' ? creditChange : amount;
