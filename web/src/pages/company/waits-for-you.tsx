import type { instructions } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';

/** A notice at the top of the page: instructions of a program wait for the owner's decision. */
export function PendingInstructionsNotice({ onLook }: { onLook: () => void }) {
  const t = useTranslations('company.developers');
  const { data } = useQuery({
    queryKey: ['company', 'instructions', 'waiting'],
    queryFn: async ({ signal }) =>
      (
        await call<typeof instructions>('GET', '/company/instructions', {
          query: { state: 'WAITING', size: 1 },
          signal,
        })
      ).content,
  });
  if (!data || data.length === 0) return null;
  return (
    <Callout tone="warn" title={t('waitsTitle')} live>
      <p>{t('waitsText')}</p>
      <Button variant="text" size="s" onClick={onLook}>
        {t('look')}
      </Button>
    </Callout>
  );
}
