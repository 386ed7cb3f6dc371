import { IconAlertCircle, IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ChangeLink } from '../../../ui/buttons/change-link.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import css from '../bank/bank.module.css';
import { BankRowFields } from '../bank/bank-row.tsx';
import { type BankRow, MAX_BANK_ACCOUNTS, validateBankRow } from '../bank/bank-rows.ts';
import { SavedAccount } from '../bank/saved-account.tsx';
import formCss from './form.module.css';
import type { AccountFormState } from './use-account-form.ts';

/** The person's cards and Shebas, only in Iran: saved, to be removed and new ones. */
export function BankFields({ state }: { state: AccountFormState }) {
  const t = useTranslations('account');
  const { digits } = useFormat();
  const { account, draft } = state;
  const { keptAccountIds, added } = draft;
  const isFull = keptAccountIds.length + added.length >= MAX_BANK_ACCOUNTS;
  // An invalid row shows its own error.
  const hasRowErrors = added.some((_, at) => Object.values(validateBankRow(added, at)).some(Boolean));
  const error = hasRowErrors ? null : state.errorOf('bankAccounts');
  const setRow = (row: BankRow) => state.setRows(added.map((old) => (old.key === row.key ? row : old)));
  const removable = added.length > 1 || keptAccountIds.length > 0;
  const formatNumber = (at: number) =>
    t('bank.account', { number: digits(account.bankAccounts.length + at + 1) });
  return (
    <Card title={t('part.bank')} data-field="bankAccounts">
      <p className={formCss.lead}>{t('part.bankText')}</p>
      {account.bankAccounts.length > 0 && (
        <Stack as="ul" gap={3} className={css.list}>
          {account.bankAccounts.map((saved) => {
            const isKept = keptAccountIds.includes(saved.id);
            return (
              <SavedAccount
                key={saved.id}
                saved={saved}
                leaving={!isKept}
                action={
                  <ChangeLink
                    text={t(isKept ? 'bank.remove' : 'bank.keep')}
                    onClick={() =>
                      state.setRows(
                        added,
                        isKept
                          ? keptAccountIds.filter((id) => id !== saved.id)
                          : [...keptAccountIds, saved.id],
                      )
                    }
                  />
                }
              />
            );
          })}
        </Stack>
      )}
      {added.map((row, at) => (
        <BankRowFields
          key={row.key}
          account={account}
          rows={added}
          at={at}
          all={state.touched.has('bankAccounts')}
          isShebaTaken={state.refused.takenRows.includes(row.key)}
          onChange={setRow}
          title={removable || added.length > 1 ? formatNumber(at) : undefined}
          onRemove={removable ? () => state.setRows(added.filter(({ key }) => key !== row.key)) : undefined}
        />
      ))}
      {error && (
        <p className={css.warn} role="alert">
          <IconAlertCircle size={18} aria-hidden />
          <span>{error}</span>
        </p>
      )}
      <Button
        variant="ghost"
        icon={<IconPlus size={18} aria-hidden />}
        disabledReason={isFull ? t('bank.max', { count: digits(MAX_BANK_ACCOUNTS) }) : null}
        onClick={() => state.setRows([...added, { key: crypto.randomUUID(), cardNumber: '', shebaCode: '' }])}
      >
        {t(keptAccountIds.length + added.length > 0 ? 'bank.add' : 'bank.addFirst')}
      </Button>
    </Card>
  );
}
