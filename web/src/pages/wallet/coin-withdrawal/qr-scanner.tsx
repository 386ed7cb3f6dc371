import type { PaymentLinkError } from '@sarraf/domain';
import { IconArrowLeft, IconCameraOff, IconPhoto } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../../access/parts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { Cluster, Stack } from '../../../ui/layout/layout.tsx';
import css from '../withdrawal/withdraw.module.css';
import { useCamera } from './use-camera.ts';

interface QrScannerProps {
  /** Receives the text of a code; returns why it can't be used, null if it was accepted. */
  onText: (text: string) => PaymentLinkError | null;
  onBack: () => void;
}

/** Scans an address with the camera, or from a picture of its QR code. */
export function QrScanner({ onText, onBack }: QrScannerProps) {
  const t = useTranslations('withdraw.scanner');
  const [problem, setProblem] = useState<string | null>(null);
  const video = useRef<HTMLVideoElement>(null);
  const handleText = (text: string): boolean => {
    const validationError = onText(text);
    if (validationError !== null && validationError !== 'OTHER') setProblem(t(`error.${validationError}`));
    return validationError === null;
  };
  const camera = useCamera(video, handleText);
  const readFile = async (file: File) => {
    const { readQrFile } = await import('./read-qr.ts');
    const text = await readQrFile(file).catch(() => null);
    if (text === null) setProblem(t('notFound'));
    else handleText(text);
  };
  return (
    <div className={css.stack}>
      {camera === 'none' ? (
        <Callout icon={<IconCameraOff size={20} aria-hidden />}>{t('noCamera')}</Callout>
      ) : (
        <Stack gap={2} size="s" tone="faint" className={css.camera}>
          <video ref={video} muted playsInline aria-label={t('video')} />
          <p>{t('camera')}</p>
        </Stack>
      )}
      <FileDrop
        label={t('image')}
        accept="image/*"
        onFile={(file) => void readFile(file).catch(() => setProblem(t('notFound')))}
      >
        <Cluster as="span" gap={2} justify="center" size="sm" weight={500} className={css.drop}>
          <IconPhoto size={22} aria-hidden />
          {t('image')}
        </Cluster>
      </FileDrop>
      <AccessProblem text={problem} />
      <Button
        variant="ghost"
        icon={<IconArrowLeft size={18} className="flip" aria-hidden />}
        onClick={onBack}
      >
        {t('back')}
      </Button>
    </div>
  );
}
