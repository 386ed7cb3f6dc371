import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/buttons/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { Copyable } from '../../ui/values/copyable.tsx';
import type { CreatedApiKey } from './queries.ts';

/**
 * The credentials for the program. A secret is shown only once: the dialog closes only after the person confirms
 * that they have saved it.
 */
export function CreatedKeyDialog({ made, onClose }: { made: CreatedApiKey | null; onClose: () => void }) {
  const t = useTranslations('apiKeys');
  const [isSaved, setIsSaved] = useState(false);
  // Stays visible while the dialog closes, except for a secret.
  const [id, setId] = useState('');
  useEffect(() => {
    if (!made) return;
    setIsSaved(made.secret === null);
    setId(made.apiKey.id);
  }, [made]);
  return (
    <Modal
      open={made !== null}
      onClose={onClose}
      dismissible={isSaved && made?.secret === null}
      title={t('made.title')}
      description={t('made.text')}
      footer={
        <Button size="l" disabledReason={isSaved ? null : t('made.needSaved')} onClick={onClose}>
          {t('made.done')}
        </Button>
      }
    >
      <Stack gap={4}>
        <Copyable label={t('made.id')} text={id} copy={t('copyId')} />
        {made && made.secret !== null && (
          <>
            <Copyable label={t('made.secret')} text={made.secret} copy={t('made.copySecret')} loud />
            <Callout tone="warn">{t('made.once')}</Callout>
            <Checkbox checked={isSaved} onChange={(event) => setIsSaved(event.target.checked)}>
              {t('made.saved')}
            </Checkbox>
          </>
        )}
        {made?.apiKey.withdrawsFromDateTime && (
          <Text size="sm" tone="soft">
            {t('made.withdraws')}
          </Text>
        )}
      </Stack>
    </Modal>
  );
}
