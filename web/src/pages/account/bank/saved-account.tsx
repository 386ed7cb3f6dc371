import type { BankAccount } from '@sarraf/domain/contracts';
import { IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useBankOfMask } from '../../../lib/payments/card-banks.ts';
import { useCardBankName } from '../../../lib/payments/payments.ts';
import { cx } from '../../../ui/class-names.ts';
import { Cluster, Stack, TwoLine } from '../../../ui/layout/layout.tsx';
import { BankNumber } from '../../../ui/values/bank-number.tsx';
import css from './bank.module.css';
import { BankBadge } from './bank-badge.tsx';

interface SavedAccountProps {
  saved: BankAccount;
  /** It will be removed by the next submit. */
  leaving?: boolean;
  action?: ReactNode;
}

/** A saved bank account, masked by the server. */
export function SavedAccount({ saved, leaving, action }: SavedAccountProps) {
  const t = useTranslations('account.bank');
  const bank = useBankOfMask()(saved.cardNumber);
  const bankOf = useCardBankName();
  const Icon = saved.verified ? IconCircleCheck : IconClock;
  return (
    <Cluster as="li" gap={3} size="sm" className={cx(css.saved, leaving && css.leaving)}>
      <BankBadge bank={bank} />
      <TwoLine as="div" className={css.savedText}>
        <strong>{bankOf(saved)}</strong>
        <BankNumber masked={saved.cardNumber} bare />
        <BankNumber masked={saved.shebaCode} bare />
      </TwoLine>
      <Stack gap={2} align="end" className={css.savedEnd}>
        <Cluster as="span" inline gap={1} size="s" tone="soft" className={cx(saved.verified && css.verified)}>
          <Icon size={16} aria-hidden />
          {t(leaving ? 'removed' : saved.verified ? 'verified' : 'waiting')}
        </Cluster>
        {action}
      </Stack>
    </Cluster>
  );
}
