import { groupBankNumber } from '@sarraf/domain';
import type { Account, BankAccount } from '@sarraf/domain/contracts';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../../access/parts.tsx';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCardBankName } from '../../../lib/payments/payments.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ChangeLink } from '../../../ui/buttons/change-link.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import formCss from '../form/form.module.css';
import css from './bank.module.css';
import { BankRowFields } from './bank-row.tsx';
import { MAX_BANK_ACCOUNTS, serializeBankAccounts, validateBankRow } from './bank-rows.ts';
import { SavedAccount } from './saved-account.tsx';
import { useBankChange } from './use-bank-change.ts';

/** The bank accounts of a person whose form is closed: added and removed one by one, if at all. */
export function BankCard({ account, editable }: { account: Account; editable: boolean }) {
  const t = useTranslations('account');
  const [isAdding, setIsAdding] = useState(false);
  const [accountToRemove, setAccountToRemove] = useState<BankAccount | null>(null);
  const { bankAccounts } = account;
  const { digits } = useFormat();
  const verified = bankAccounts.filter((saved) => saved.verified).length;
  const isFull = bankAccounts.length >= MAX_BANK_ACCOUNTS;
  return (
    <Card title={t('part.bank')}>
      {bankAccounts.length === 0 && <p className={formCss.lead}>{t('bank.none')}</p>}
      <Stack as="ul" gap={3} className={css.list}>
        {bankAccounts.map((saved) => {
          const isLastVerified = saved.verified && verified === 1;
          const remove = <ChangeLink text={t('bank.remove')} onClick={() => setAccountToRemove(saved)} />;
          return <SavedAccount key={saved.id} saved={saved} action={editable && !isLastVerified && remove} />;
        })}
      </Stack>
      {editable && verified === 1 && <p className={css.hint}>{t('bank.last')}</p>}
      {editable && isAdding && <AddAccount account={account} onClose={() => setIsAdding(false)} />}
      {editable && !isAdding && (
        <Button
          variant="ghost"
          icon={<IconPlus size={18} aria-hidden />}
          disabledReason={isFull ? t('bank.max', { count: digits(MAX_BANK_ACCOUNTS) }) : null}
          onClick={() => setIsAdding(true)}
        >
          {t(bankAccounts.length > 0 ? 'bank.add' : 'bank.addFirst')}
        </Button>
      )}
      <RemoveDialog account={account} leaving={accountToRemove} onClose={() => setAccountToRemove(null)} />
    </Card>
  );
}

function AddAccount({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useTranslations('account');
  const [row, setRow] = useState({ key: 'new', cardNumber: '', shebaCode: '' });
  const { busy, problem, isShebaTaken, change, reset } = useBankChange(account, onClose);
  const { card, sheba } = validateBankRow([row], 0);
  const isEmpty = row.cardNumber === '' && row.shebaCode === '';
  const reason =
    isEmpty || card ? t(`bank.cardError.${card ?? 'NEED'}`) : sheba ? t(`bank.shebaError.${sheba}`) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!reason && !busy)
      change(
        serializeBankAccounts(
          account.bankAccounts.map(({ id }) => id),
          [row],
        ),
      );
  };
  return (
    <form className={css.add} noValidate onSubmit={submit}>
      <p className={formCss.lead}>{t('part.bankText')}</p>
      <BankRowFields
        account={account}
        rows={[row]}
        at={0}
        all={false}
        isShebaTaken={isShebaTaken}
        onChange={(next) => {
          reset();
          setRow(next);
        }}
      />
      <AccessProblem text={isShebaTaken ? null : problem} />
      <div className={css.buttons}>
        <Button type="submit" busy={busy} disabledReason={busy ? null : reason}>
          {t('bank.save')}
        </Button>
        <Button variant="ghost" disabled={busy} onClick={onClose}>
          {t('bank.cancel')}
        </Button>
      </div>
    </form>
  );
}

interface RemoveDialogProps {
  account: Account;
  leaving: BankAccount | null;
  onClose: () => void;
}

function RemoveDialog({ account, leaving, onClose }: RemoveDialogProps) {
  const t = useTranslations('account.bank');
  const bankOf = useCardBankName();
  const { busy, problem, change } = useBankChange(account, onClose);
  return (
    <ConfirmDialog
      open={leaving !== null}
      title={t('removeTitle')}
      text={t('removeText', {
        bank: leaving ? bankOf(leaving) : '',
        // Isolated: in a Persian sentence its groups would stand in reverse order.
        card: leaving ? `\u2066${groupBankNumber(leaving.cardNumber)}\u2069` : '',
      })}
      confirm={t('remove')}
      cancel={t('cancel')}
      danger
      busy={busy}
      onCancel={onClose}
      onConfirm={() => {
        const remaining = account.bankAccounts.filter(({ id }) => id !== leaving?.id);
        change(
          serializeBankAccounts(
            remaining.map(({ id }) => id),
            [],
          ),
        );
      }}
    >
      <AccessProblem text={problem} />
    </ConfirmDialog>
  );
}
