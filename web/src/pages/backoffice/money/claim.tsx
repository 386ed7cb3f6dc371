import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import css from '../shared/parts.module.css';
import { PersonLink } from '../shared/person-words.tsx';

export type DepositDecision = 'PROPOSE' | 'CONFIRM' | 'CLOSE';

interface DepositDecisionPanelProps {
  /** The proposed person, or the owner of the address. */
  person: { id: string; name: string; email: string } | null;
  proposedBy: string | null;
  open: boolean;
  /** KEEP closes coins, RETURN a payment of the bank. */
  closing: 'keep' | 'return';
  /** The amount as text. */
  amount: string;
  onDecide: (claim: DepositDecision, input: { userId?: string; reason: string }) => Promise<unknown>;
}

/** Two staff members credit it: one proposes the person, another confirms. */
export function DepositDecisionPanel({
  person,
  proposedBy,
  open,
  closing,
  amount,
  onDecide,
}: DepositDecisionPanelProps) {
  const t = useTranslations('treasury.incoming');
  const me = useSession().account?.email;
  const [openedDecision, setOpenedDecision] = useState<DepositDecision | null>(null);
  const [userId, setUserId] = useState('');
  const owner = person?.name || person?.email || '';
  const actions: Record<DepositDecision, StaffAction> = {
    PROPOSE: {
      title: t('proposeTitle'),
      text: t('proposeText', { amount }),
      confirm: t('propose'),
      successText: t('proposed'),
      reasoned: true,
      disabledReason: userId.trim() === '' ? t('personNeeded') : null,
      fields: (
        <Field label={t('personId')}>
          <TextInput
            value={userId}
            maxLength={40}
            dir="ltr"
            autoComplete="off"
            onChange={(event) => setUserId(event.target.value)}
          />
        </Field>
      ),
      run: (reason) => onDecide('PROPOSE', { userId: userId.trim(), reason }),
    },
    CONFIRM: {
      title: t('confirmTitle', { name: owner }),
      text: t('confirmText', { amount, name: `\u2068${owner}\u2069` }),
      confirm: t('confirm'),
      successText: t('confirmed'),
      reasoned: true,
      run: (reason) => onDecide('CONFIRM', { userId, reason }),
    },
    CLOSE: {
      title: t(`${closing}Title`),
      text: t(`${closing}Text`, { amount }),
      confirm: t(closing),
      successText: t(closing === 'keep' ? 'kept' : 'returned'),
      danger: true,
      reasoned: true,
      run: (reason) => onDecide('CLOSE', { reason }),
    },
  };
  const openDialog = (claim: DepositDecision) => {
    // Taken from the displayed state: another proposal may be made before the reply.
    setUserId(person?.id ?? '');
    setOpenedDecision(claim);
  };
  return (
    <>
      {person ? <PersonLink person={person} /> : <p className={css.muted}>{t('nobody')}</p>}
      {proposedBy && <p className={css.muted}>{t('proposedBy', { who: proposedBy })}</p>}
      {open && (
        <Cluster gap={2} align="stretch" wrap className={css.ways}>
          {proposedBy ? (
            <Button
              disabledReason={proposedBy === me ? t('ownProposal') : null}
              onClick={() => openDialog('CONFIRM')}
            >
              {t('confirm')}
            </Button>
          ) : (
            <Button onClick={() => openDialog('PROPOSE')}>{t('propose')}</Button>
          )}
          <Button variant="ghost" onClick={() => openDialog('CLOSE')}>
            {t(closing)}
          </Button>
        </Cluster>
      )}
      <ActionDialog act={openedDecision && actions[openedDecision]} onClose={() => setOpenedDecision(null)} />
    </>
  );
}
