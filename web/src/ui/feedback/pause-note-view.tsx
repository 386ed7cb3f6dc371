import type { Pause } from '@sarraf/domain/contracts';
import { IconPlayerPause } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { Callout } from './callout.tsx';

/** Loaded when something is paused: see `pause-note.tsx`. */
export function PauseNoteView({ pause }: { pause: Pause }) {
  const t = useTranslations('paused');
  const { language, dateTime } = useFormat();
  return (
    <Callout tone="warn" title={t('action')} icon={<IconPlayerPause size={20} aria-hidden />} live>
      <span dir="auto">{pause.text[language]}</span>{' '}
      {pause.endsAt !== null && <span>{t('until', { time: dateTime(pause.endsAt) })}</span>}
    </Callout>
  );
}
