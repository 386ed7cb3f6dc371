import type { blockPerson, PersonDetail, thawAccount, unblockPerson } from '@sarraf/domain/contracts';
import { IconKey, IconLock, IconLockOpen, IconSnowflakeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { useRights } from '../shared/queries.ts';
import controlCss from './control.module.css';
import { RecoveryDialog } from './recovery-dialog.tsx';

type ControlStep = 'block' | 'unblock' | 'thaw' | 'recover';

/** Blocks and unblocks an account, and starts its recovery. */
export function AccountControl({ file }: { file: PersonDetail }) {
  const t = useTranslations('backoffice.control');
  const rights = useRights();
  const isOwnFile = useSession().account?.id === file.account.id;
  const [step, setStep] = useState<ControlStep | null>(null);
  const close = () => setStep(null);
  const blocked = file.blocked !== null;
  const { account } = file;
  const name = [account.firstName, account.lastName].filter(Boolean).join(' ') || account.email;
  const acting = useControlAction(account.id, name, account.frozen?.by ?? 'OWNER');
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
              disabledReason={isOwnFile ? t('own') : null}
              onClick={() => setStep('block')}
            >
              {t('block')}
            </Button>
          )}
        </li>
        {account.frozen && rights.kyc && (
          <li>
            <p>{t('thawText', { by: account.frozen.by })}</p>
            <Button
              variant="ghost"
              icon={<IconSnowflakeOff size={18} aria-hidden />}
              disabledReason={isOwnFile ? t('own') : null}
              onClick={() => setStep('thaw')}
            >
              {t('thaw')}
            </Button>
          </li>
        )}
        {rights.kyc && (
          <li>
            <p>{t('recoverText')}</p>
            <Button
              variant="ghost"
              icon={<IconKey size={18} aria-hidden />}
              disabledReason={isOwnFile ? t('own') : null}
              onClick={() => setStep('recover')}
            >
              {t('recover')}
            </Button>
          </li>
        )}
      </Stack>
      <ActionDialog act={step !== null && step !== 'recover' ? acting(step) : null} onClose={close} />
      <RecoveryDialog open={step === 'recover'} personId={account.id} onClose={close} />
    </Card>
  );
}

function useControlAction(
  id: string,
  name: string,
  by: string,
): (act: Exclude<ControlStep, 'recover'>) => StaffAction {
  const t = useTranslations('backoffice.control');
  return (act) => ({
    title: t(`${act}Title`, { name }),
    text: t(`${act}Text`, { by }),
    confirm: t(act),
    successText: t(`${act}ed`),
    danger: act === 'block',
    reasoned: { label: t('why'), hint: t('whyHint'), needed: t('whyNeeded') },
    run: (reason) => {
      const requestOptions = { params: { id }, body: { reason } };
      if (act === 'block')
        return call<typeof blockPerson>('POST', '/backoffice/people/:id/block', requestOptions);
      return act === 'unblock'
        ? call<typeof unblockPerson>('POST', '/backoffice/people/:id/unblock', requestOptions)
        : call<typeof thawAccount>('POST', '/backoffice/people/:id/thaw', requestOptions);
    },
  });
}
