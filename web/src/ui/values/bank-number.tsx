import { groupBankNumber } from '../../lib/payments/payments.ts';

/** A masked card or Sheba, grouped: Latin in both languages, as on the card and in banking apps. */
export function BankNumber({ masked, className = '' }: { masked: string; className?: string | undefined }) {
  return (
    <bdi translate="no" className={`latin ${className}`.trim()}>
      {groupBankNumber(masked)}
    </bdi>
  );
}
