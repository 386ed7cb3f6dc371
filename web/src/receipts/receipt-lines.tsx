import { Facts } from '../ui/layout/facts.tsx';
import css from './receipt.module.css';
import type { Receipt } from './use-receipt.ts';

export function ReceiptLines({ receipt }: { receipt: Receipt }) {
  return (
    <Facts
      className={css.lines}
      facts={receipt.lines.map(({ key, label, value, latin, strong }) => ({
        key,
        label,
        value: latin ? <span className="latin">{value}</span> : value,
        ...(strong && { strong }),
      }))}
    />
  );
}
