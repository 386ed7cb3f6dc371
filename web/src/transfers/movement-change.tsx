import type { Movement } from '@sarraf/domain/contracts';
import { useFormat } from '../lib/format/use-format.ts';
import { cx } from '../ui/class-names.ts';
import css from './movement-change.module.css';

/** Signed; what only changed sides between spendable and on hold is quieter. */
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

/** What is shown as its amount: of what was put on hold or released, how the spendable balance changed. */
const shownChange = ({ kind, amount, creditChange }: Movement): string =>
  kind === 'HOLD' || kind === 'RELEASE' ? creditChange : amount;
