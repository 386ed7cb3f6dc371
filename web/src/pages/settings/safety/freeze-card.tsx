import type { Account, freezeOwnAccount } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toast } from '../../../lib/notices.ts';
import { logoutSilently } from '../../../lib/session/session.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { UnfreezeDialog } from './thaw-dialog.tsx';

/** Freezes the account immediately if the owner suspects unauthorised access, and unfreezes it. */
export function FreezeCard({ account }: { account: Account }) {
  const t = useTranslations('settings.freeze');
  const [isConfirming, setIsConfirming] = useState(false);
  const { frozen } = account;
  return (
    <Card title={t('title')} id="freeze">
      <Stack gap={4}>
        {frozen ? (
          <FrozenNotice frozen={frozen} onThaw={() => setIsConfirming(true)} />
        ) : (
          <>
            <Text size="sm" tone="soft">
              {t('text')}
            </Text>
            <Button variant="danger" onClick={() => setIsConfirming(true)}>
              {t('freeze')}
            </Button>
          </>
        )}
      </Stack>
      {frozen ? (
        <UnfreezeDialog open={isConfirming} email={account.email} onClose={() => setIsConfirming(false)} />
      ) : (
        <FreezeDialog open={isConfirming} onClose={() => setIsConfirming(false)} />
      )}
    </Card>
  );
}

function FrozenNotice({ frozen, onThaw }: { frozen: NonNullable<Account['frozen']>; onThaw: () => void }) {
  const t = useTranslations('settings.freeze');
  const { dateTime } = useFormat();
  const { by, sinceDateTime, thawsAtDateTime } = frozen;
  return (
    <>
      <Text weight={600}>{t('since', { time: dateTime(sinceDateTime) })}</Text>
      {by === 'LINK' ? (
        <>
          <Text size="sm" tone="soft">
            {t('byLink')}
          </Text>
          <LinkButton to="/profile/support" variant="ghost">
            {t('support')}
          </LinkButton>
        </>
      ) : thawsAtDateTime ? (
        <Text size="sm" tone="soft">
          {t('thaws', { time: dateTime(thawsAtDateTime) })}
        </Text>
      ) : (
        <>
          <Text size="sm" tone="soft">
            {t('byOwner')}
          </Text>
          <Button variant="ghost" onClick={onThaw}>
            {t('thaw')}
          </Button>
        </>
      )}
    </>
  );
}

function FreezeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('settings.freeze');
  const failure = useErrorMessages();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call<typeof freezeOwnAccount>('POST', '/users/freeze'),
    onSuccess: () => {
      onClose();
      toast(t('done'), 'done');
      logoutSilently();
    },
    onError: failure.show,
  });
  return (
    <ConfirmDialog
      open={open}
      title={t('askTitle')}
      text={t('askText')}
      confirm={t('freeze')}
      danger
      busy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  );
}
