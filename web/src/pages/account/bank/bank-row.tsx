import { findBankByCard } from '@sarraf/domain';
import type { Account } from '@sarraf/domain/contracts';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useCardPrefixes } from '../../../lib/payments/card-banks.ts';
import { ChangeLink } from '../../../ui/buttons/change-link.tsx';
import { DigitsInput } from '../../../ui/fields/digits-input.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Cluster, Stack, Text } from '../../../ui/layout/layout.tsx';
import formCss from '../form/form.module.css';
import css from './bank.module.css';
import { BankBadge } from './bank-badge.tsx';
import { type BankRow, findDifferentShebaBank, isAlreadySaved, validateBankRow } from './bank-rows.ts';

interface BankRowFieldsProps {
  account: Account;
  rows: readonly BankRow[];
  at: number;
  /** Show all errors, even at untouched fields. */
  all: boolean;
  /** The server reported that it belongs to another person. */
  isShebaTaken: boolean;
  onChange: (row: BankRow) => void;
  onRemove?: (() => void) | undefined;
  /** Title of the row, if there are several. */
  title?: ReactNode;
}

/** Fields of a card and its Sheba; the bank is recognised by the card's first six digits. */
export function BankRowFields(props: BankRowFieldsProps) {
  const { account, rows, at, all, isShebaTaken, onChange, onRemove, title } = props;
  const t = useTranslations('account.bank');
  const field = useTranslations('field');
  const { language } = useFormat();
  const { prefixes, loaded } = useCardPrefixes();
  const [leftFields, setLeftFields] = useState({ card: false, sheba: false });
  const row = rows[at];
  if (!row) return null;
  const bank = findBankByCard(row.cardNumber, prefixes);
  const isUnknownBank =
    loaded &&
    row.cardNumber.length >= 6 &&
    !bank &&
    (row.cardNumber.length < 8 || row.cardNumber.length === 16);
  const errors = validateBankRow(rows, at);
  const shownCard = all || leftFields.card || row.cardNumber.length === 16 ? errors.card : null;
  const shownSheba = all || leftFields.sheba || row.shebaCode.length === 24 ? errors.sheba : null;
  const differentBank = findDifferentShebaBank(row, prefixes);
  return (
    <Stack as="fieldset" gap={4} shrink className={css.row} data-sheba-taken={isShebaTaken || undefined}>
      <legend className="hidden">{title ?? t('card')}</legend>
      {(title || onRemove) && (
        <Cluster justify="between" size="sm" weight={600}>
          <span>{title}</span>
          {onRemove && <ChangeLink text={t('remove')} onClick={onRemove} />}
        </Cluster>
      )}
      <Field
        label={t('card')}
        aside={
          bank
            ? bank[language]
            : isUnknownBank && (
                <Text as="span" tone="soft">
                  {field('unknownBank')}
                </Text>
              )
        }
        error={shownCard && t(`cardError.${shownCard}`)}
        hint={t('ofCard')}
      >
        <DigitsInput
          name="cardNumber"
          max={16}
          group={4}
          value={row.cardNumber}
          onChange={(cardNumber) => onChange({ ...row, cardNumber })}
          onBlur={() => setLeftFields((old) => ({ ...old, card: row.cardNumber !== '' }))}
        />
        {bank && (
          <span className={css.bank}>
            <BankBadge bank={bank} />
          </span>
        )}
      </Field>
      <Field label={t('sheba')} error={shownSheba && t(`shebaError.${shownSheba}`)}>
        <span className={formCss.prefix} dir="ltr" aria-hidden>
          {IBAN_COUNTRY}
        </span>
        <DigitsInput
          name="shebaCode"
          max={24}
          className={css.sheba ?? ''}
          value={row.shebaCode}
          onChange={(shebaCode) => onChange({ ...row, shebaCode })}
          onBlur={() => setLeftFields((old) => ({ ...old, sheba: row.shebaCode !== '' }))}
        />
      </Field>
      {isShebaTaken && <RowNote warn>{t('taken')}</RowNote>}
      {!isShebaTaken && isAlreadySaved(row, account) && <RowNote>{t('known')}</RowNote>}
      {!isShebaTaken && differentBank && (
        <RowNote>{t('otherBank', { bank: differentBank[language] })}</RowNote>
      )}
    </Stack>
  );
}

const IBAN_COUNTRY = 'IR';

function RowNote({ warn, children }: { warn?: boolean; children: ReactNode }) {
  const Icon = warn ? IconAlertCircle : IconInfoCircle;
  return (
    <p className={warn ? css.warn : css.note} role={warn ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
