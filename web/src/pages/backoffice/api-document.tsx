import type { backofficeDocument } from '@sarraf/domain/contracts';
import { IconApi } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { download } from '../../lib/api/transfer.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { Button } from '../../ui/buttons/button.tsx';
import css from './frame.module.css';

/** Downloads the staff API as OpenAPI. By a script, since a plain link would send no session token. */
export function ApiDocument() {
  const t = useTranslations('backoffice');
  const failure = useErrorMessages();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const file = await download<typeof backofficeDocument>('GET', '/backoffice/openapi', {});
      saveFile(file, 'backoffice-openapi.json');
    },
    onError: failure.show,
  });
  return (
    <footer className={css.foot}>
      <Button size="s" variant="ghost" busy={isPending} onClick={() => mutate()}>
        <IconApi size={18} aria-hidden />
        {t('apiDocument')}
      </Button>
    </footer>
  );
}
