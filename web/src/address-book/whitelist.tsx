import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/buttons/button.tsx';
import { Cluster, Stack, Text } from '../ui/layout/layout.tsx';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import css from './address-book.module.css';
import type { WhitelistSwitch } from './use-whitelist.ts';

/**
 * The switch for "saved addresses only", with an explanation before switching. `closed`: it can't be switched for
 * now.
 */
export function Whitelist({ whitelist, closed }: { whitelist: WhitelistSwitch; closed: boolean }) {
  const t = useTranslations('withdraw.whitelistCard');
  const [isConfirming, setIsConfirming] = useState(false);
  const { on, change, busy } = whitelist;
  return (
    <div className={css.whitelist}>
      <IconShieldCheck size={24} stroke={1.75} className={on ? css.on : undefined} aria-hidden />
      <Stack shrink className={css.words}>
        <Cluster as="p" gap={3} rowGap="line" wrap size="sm" weight={600}>
          <b>{t('title')}</b>
          {on !== null && <span className={css.badge}>{t(on ? 'on' : 'off')}</span>}
        </Cluster>
        <Text size="sm" tone="soft">
          {t(on ? 'offText' : 'text')}
        </Text>
      </Stack>
      {!closed && (
        <Button
          variant="ghost"
          size="s"
          busy={busy}
          disabled={on === null}
          onClick={() => (on ? setIsConfirming(true) : change(true))}
        >
          {t(on ? 'turnOff' : 'turnOn')}
        </Button>
      )}
      <ConfirmDialog
        open={isConfirming}
        title={t('offTitle')}
        text={t('offText')}
        confirm={t('turnOff')}
        danger
        onConfirm={() => {
          setIsConfirming(false);
          change(false);
        }}
        onCancel={() => setIsConfirming(false)}
      />
    </div>
  );
}
