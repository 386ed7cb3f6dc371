import { groupBankNumber } from '@sarraf/domain';
import { useLanguage } from '../../framework/i18n/language.ts';
import { useBankOfMask } from '../../lib/payments/card-banks.ts';
import { cx } from '../class-names.ts';
import css from './bank-number.module.css';

interface BankNumberProps {
  masked: string;
  className?: string | undefined;
  /** The bank's name stands beside it already. */
  bare?: boolean;
}

/** A card or an IBAN: its bank, and its groups in Latin in both languages, as on the card and in the bank's app. */
export function BankNumber({ masked, className, bare = false }: BankNumberProps) {
  const language = useLanguage();
  const bank = useBankOfMask()(masked)?.[language];
  return (
    <span className={cx(css.number, className)}>
      {!bare && bank && <small>{bank}</small>}
      <bdi dir="ltr" translate="no" className="latin">
        {groupBankNumber(masked)}
      </bdi>
    </span>
  );
}
