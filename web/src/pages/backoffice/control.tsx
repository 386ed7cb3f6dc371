import type { blockPerson, PersonFile, unblockPerson } from '@sarraf/domain/contracts';
import { IconKey, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import controlCss from './control.module.css';
import { isReason, MAX_REASON } from './form.ts';
import css from './parts.module.css';
import { Problem } from './parts.tsx';
import { useRights } from './queries.ts';
import { RecoveryDialog } from './recovery-dialog.tsx';
import { useAct } from './use-act.ts';

type Step = 'block' | 'unblock' | 'recover';

/** Closing an account, opening it again, and helping somebody back into it. */
export function Control({ file }: { file: PersonFile }) {
  const t = useTranslations('backoffice.control');
  const rights = useRights();
  const own = useSession().account?.id === file.account.id;
  const [step, setStep] = useState<Step | null>(null);
  const close = () => setStep(null);
  const blocked = file.blocked !== null;
  const { account } = file;
  const person = {
    id: account.id,
    name: [account.firstName, account.lastName].filter(Boolean).join(' ') || account.email,
  };
  return (
    <Card title={t('title')}>
      <Stack as="ul" size="sm" className={controlCss.acts}>
        <li>
          <p>{t(blocked ? 'unblockText' : 'blockText')}</p>
          {blocked ? (
            <Button
              variant="ghost"
              icon={<IconLockOpen size={18} aria-hidden />}
              disabledReason={rights.unblock ? null : t('unblockByKyc')}
              onClick={() => setStep('unblock')}
            >
              {t('unblock')}
            </Button>
          ) : (
            <Button
              variant="danger"
              icon={<IconLock size={18} aria-hidden />}
              disabledReason={own ? t('own') : null}
              onClick={() => setStep('block')}
            >
              {t('block')}
            </Button>
          )}
        </li>
        {rights.kyc && (
          <li>
            <p>{t('recoverText')}</p>
            <Button
              variant="ghost"
              icon={<IconKey size={18} aria-hidden />}
              disabledReason={own ? t('own') : null}
              onClick={() => setStep('recover')}
            >
              {t('recover')}
            </Button>
          </li>
        )}
      </Stack>
      <BlockDialog open={step === 'block'} act="block" person={person} onClose={close} />
      <BlockDialog open={step === 'unblock'} act="unblock" person={person} onClose={close} />
      <RecoveryDialog open={step === 'recover'} personId={person.id} onClose={close} />
    </Card>
  );
}

interface BlockDialogProps {
  open: boolean;
  act: 'block' | 'unblock';
  person: { id: string; name: string };
  onClose: () => void;
}

function BlockDialog({ open, act, person, onClose }: BlockDialogProps) {
  const t = useTranslations('backoffice.control');
  const back = useTranslations('backoffice.decision')('back');
  const [reason, setReason] = useState('');
  const { mutate, busy, problem, reset } = useAct({
    run: () => {
      const said = { params: { id: person.id }, body: { reason: reason.trim() } };
      return act === 'block'
        ? call<typeof blockPerson>('POST', '/backoffice/people/:id/block', said)
        : call<typeof unblockPerson>('POST', '/backoffice/people/:id/unblock', said);
    },
    said: t(act === 'block' ? 'blocked' : 'unblocked'),
    onDone: onClose,
    onConflict: onClose,
  });
  useEffect(() => {
    if (!open) return;
    setReason('');
    reset();
  }, [open, reset]);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t(`${act}Title`, { name: person.name })}
      description={t(`${act}Text`)}
      dismissible={!busy}
      footer={
        <>
          <Button
            variant={act === 'block' ? 'danger' : 'primary'}
            busy={busy}
            disabledReason={isReason(reason) ? null : t('whyNeeded')}
            onClick={() => mutate()}
          >
            {t(act)}
          </Button>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {back}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <Field label={t('why')} hint={t('whyHint')}>
          <TextArea
            rows={2}
            value={reason}
            maxLength={MAX_REASON}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <Problem text={problem} />
      </div>
    </Modal>
  );
}
