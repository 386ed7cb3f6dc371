import type { decidePaymentRefund, proposePaymentRefund, SuspendedPayment } from '@sarraf/domain/contracts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { useBankNumberText } from '../../../../lib/payments/payments.ts';
import { useSession } from '../../../../lib/session/session.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Field } from '../../../../ui/fields/field.tsx';
import { TextInput } from '../../../../ui/fields/text-input.tsx';
import { Cluster } from '../../../../ui/layout/layout.tsx';
import { ActionDialog, type StaffAction } from '../../shared/action-dialog.tsx';
import { useAmountText } from '../../shared/coin-amount.tsx';
import css from '../../shared/parts.module.css';
import { canBeCredited, type RefundTarget, validateRefundTarget } from './refund-form.ts';

type RefundOutcome = 'refund' | 'credit' | 'release' | 'cancel';

/** Two staff members decide: one proposes the outcome, another approves it. */
export function RefundDecision({ row }: { row: SuspendedPayment }) {
  const t = useTranslations('treasury.suspense');
  const me = useSession().account?.email;
  const [openedOutcome, setOpenedOutcome] = useState<RefundOutcome | null>(null);
  const actions = useRefundActions(row);
  const { refund } = row;
  return (
    <>
      {(row.state === 'WAITING' || row.state === 'PROPOSED') && (
        <Cluster gap={2} align="stretch" wrap className={css.ways}>
          {refund === null ? (
            <>
              <Button onClick={() => setOpenedOutcome('refund')}>{t('refund')}</Button>
              <Button
                variant="ghost"
                disabledReason={canBeCredited(row) ? null : t('creditError')}
                onClick={() => setOpenedOutcome('credit')}
              >
                {t('credit')}
              </Button>
            </>
          ) : (
            <>
              <Button
                disabledReason={refund.proposedBy === me ? t('ownProposal') : null}
                onClick={() => setOpenedOutcome('release')}
              >
                {t('release')}
              </Button>
              <Button variant="ghost" onClick={() => setOpenedOutcome('cancel')}>
                {t('cancel')}
              </Button>
            </>
          )}
        </Cluster>
      )}
      <ActionDialog act={openedOutcome && actions[openedOutcome]} onClose={() => setOpenedOutcome(null)} />
    </>
  );
}

function useRefundActions(row: SuspendedPayment): Record<RefundOutcome, StaffAction> {
  const t = useTranslations('treasury.suspense');
  const amount = useAmountText()(row.amount, 'TOMAN');
  const bankNumber = useBankNumberText();
  const [target, setTarget] = useState<RefundTarget>({ sheba: '', payee: '' });
  const { refund, ownAccount } = row;
  const validationError = validateRefundTarget(row, target);
  const name = `\u2068${row.person?.name || row.person?.email || ''}\u2069`;
  const decide = (decision: 'RELEASE' | 'CANCEL') =>
    call<typeof decidePaymentRefund>('POST', '/backoffice/suspense/refunds/:id', {
      params: { id: refund?.id ?? '' },
      body: { decision },
    });
  const propose = (way: 'REFUND' | 'CREDIT', reason: string) =>
    call<typeof proposePaymentRefund>('POST', '/backoffice/suspense/payments/:id', {
      params: { id: row.id },
      body: { way, reason, ...(way === 'REFUND' && ownAccount === null && target) },
    });
  return {
    refund: {
      title: t('refundTitle'),
      text: t('refundText', { amount }),
      confirm: t('refund'),
      successText: t('proposed'),
      reasoned: true,
      disabledReason: validationError && t(validationError),
      fields:
        ownAccount === null ? (
          <TargetFields target={target} onChange={setTarget} />
        ) : (
          <p>{t('refundKnown', { account: bankNumber(ownAccount) })}</p>
        ),
      run: (reason) => propose('REFUND', reason),
    },
    credit: {
      title: t('creditTitle', { name }),
      text: t('creditText', { amount }),
      confirm: t('credit'),
      successText: t('proposed'),
      reasoned: true,
      run: (reason) => propose('CREDIT', reason),
    },
    release: {
      title: t('releaseTitle'),
      text:
        refund?.way === 'CREDIT'
          ? t('releaseCredit', { amount })
          : t('releaseRefund', {
              amount,
              account: bankNumber(refund?.bankAccount ?? ''),
              payee: `\u2068${refund?.payee ?? ''}\u2069`,
            }),
      confirm: t('release'),
      successText: t('released'),
      run: () => decide('RELEASE'),
    },
    cancel: {
      title: t('cancelTitle'),
      text: t('cancelText'),
      confirm: t('cancel'),
      successText: t('cancelled'),
      danger: true,
      run: () => decide('CANCEL'),
    },
  };
}

interface TargetFieldsProps {
  target: RefundTarget;
  onChange: (target: RefundTarget) => void;
}

function TargetFields({ target, onChange }: TargetFieldsProps) {
  const t = useTranslations('treasury.suspense');
  return (
    <>
      <Field label={t('sheba')}>
        <TextInput
          value={target.sheba}
          maxLength={40}
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => onChange({ ...target, sheba: event.target.value })}
        />
      </Field>
      <Field label={t('payee')}>
        <TextInput
          value={target.payee}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => onChange({ ...target, payee: event.target.value })}
        />
      </Field>
    </>
  );
}
