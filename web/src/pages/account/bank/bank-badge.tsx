import type { Bank } from '@sarraf/domain';
import { useLanguage } from '../../../framework/i18n/language.ts';
import css from './bank.module.css';
import { getBankInitial } from './bank-rows.ts';

/** A bank's initial: its logo is a trademark. */
export function BankBadge({ bank }: { bank: Bank | null | undefined }) {
  const language = useLanguage();
  return (
    <span className={css.badge} aria-hidden>
      {bank ? getBankInitial(bank[language]) : ''}
    </span>
  );
}
