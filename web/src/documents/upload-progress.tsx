import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { Stack } from '../ui/layout/layout.tsx';
import css from './upload-progress.module.css';

/** The uploaded share of the pictures, from 0 to 1. */
export function UploadProgress({ share }: { share: number }) {
  const t = useTranslations('account.form');
  const { percent } = useFormat();
  const now = Math.round(share * 100);
  // After the upload, the server checks the pictures and queries the bank.
  const text = now < 100 ? t('sending', { percent: percent(String(now), false) }) : t('checking');
  return (
    <Stack gap={2} size="sm" tone="soft">
      <div
        className={css.bar}
        role="progressbar"
        aria-label={text}
        aria-valuenow={now}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ inlineSize: `${Math.max(now, 2)}%` }} />
      </div>
      <p role="status">{text}</p>
    </Stack>
  );
}
