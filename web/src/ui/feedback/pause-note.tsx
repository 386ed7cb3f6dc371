import type { Pause } from '@sarraf/domain/contracts';
import { IconPlayerPause } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { Callout } from './callout.tsx';

/** What a form needs is paused: what staff says of it, and until when. What was typed stays. */
export function PauseNote({ pause }: { pause: Pause | null }) {
  const t = useTranslations('paused');
  const { language, dateTime } = useFormat();
  if (pause === null) return null;
  return (
    <Callout tone="warn" title={t('title')} icon={<IconPlayerPause size={20} aria-hidden />} live>
      <span dir="auto">{pause.text[language]}</span>{' '}
      {pause.endsAt !== null && <span>{t('until', { time: dateTime(pause.endsAt) })}</span>}
    </Callout>
  );
}
