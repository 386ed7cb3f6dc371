import type { Movement } from '@sarraf/domain/contracts';
import { useFormat } from '../lib/format/use-format.ts';
import { cx } from '../ui/class-names.ts';
import css from './movement-change.module.css';

/** The signed change; a transfer between spendable and on hold is muted. */
export function MovementChange({ row }: { row: Movement }) {
  const { amount, unit } = useFormat();
  const change = shownChange(row);
  const size = change.replace(/^[-+]/, '');
  const falls = change.startsWith('-');
  const still = row.kind === 'HOLD' || row.kind === 'RELEASE';
  return (
    <span className={cx(css.change, still ? css.still : !falls && css.in)}>
      <bdi dir="ltr">
        {falls ? '−' : '+'}
        {amount(size, row.relatedCoin)}
      </bdi>
      <small>{unit(row.relatedCoin)}</small>
    </span>
  );
}

/** Returns the displayed amount: for a hold or its release, the change of the spendable balance. */
const shownChange = ({ kind, amount, creditChange }: Movement): string =>
  kind === 'HOLD' || kind === 'RELEASE' ? creditChange : amount;
