import type { InviteStats } from '@sarraf/domain/contracts';
import { IconShare } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import css from './link-card.module.css';

/** Size of the QR code in pixels (requirements §9). */
const QR_SIZE_PX = 150;

export function LinkCard({ stats }: { stats: InviteStats | undefined }) {
  const t = useTranslations('invite');
  return (
    <Card title={t('link')} className={css.card} aria-busy={!stats || undefined}>
      <p className={css.text}>{t('linkText')}</p>
      <div className={css.ways}>
        <Stack gap={3}>
          <CopyableLine label={t('address')} text={stats?.referralLink} copy={t('copyLink')} />
          <CopyableLine label={t('code')} text={stats?.referralCode} copy={t('copyCode')} />
          <Share link={stats?.referralLink} />
        </Stack>
        <Stack as="figure" gap={3} align="center" className={css.qr}>
          {stats ? (
            <img
              src={`data:image/png;base64,${stats.qrCode}`}
              alt={t('qr')}
              width={QR_SIZE_PX}
              height={QR_SIZE_PX}
            />
          ) : (
            <Skeleton width={QR_SIZE_PX} height={QR_SIZE_PX} className={css.block} />
          )}
          <figcaption>{t('qrText')}</figcaption>
        </Stack>
      </div>
    </Card>
  );
}

function CopyableLine({ label, text, copy }: { label: string; text: string | undefined; copy: string }) {
  return (
    <div className={css.line}>
      <span className={css.label}>{label}</span>
      <bdi className={css.value} dir="ltr">
        {text ?? <Skeleton width="75%" />}
      </bdi>
      <CopyButton text={text ?? ''} label={copy} wide disabled={text === undefined} />
    </div>
  );
}

/** The browser's share button, if supported. */
function Share({ link = '' }: { link: string | undefined }) {
  const t = useTranslations('invite');
  if (typeof navigator.share !== 'function') return null;
  // Closing the share sheet is not an error.
  const share = () => void navigator.share({ text: t('shareText'), url: link }).catch(() => {});
  return (
    <Button block icon={<IconShare size={20} aria-hidden />} disabled={link === ''} onClick={share}>
      {t('share')}
    </Button>
  );
}
