import type { removeBrandLogo, StaffBrand, saveBrandLogo } from '@sarraf/domain/contracts';
import { IconUpload } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { upload } from '../../../lib/api/transfer.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { Mark } from '../../../ui/images/logo.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack } from '../../../ui/layout/layout.tsx';
import css from '../shared/parts.module.css';
import { ActionProblem } from '../shared/parts.tsx';
import { useStaffMutation } from '../shared/use-act.ts';
import own from './brand.module.css';
import { cacheBrand } from './queries.ts';

const HINT = 'logo-hint';

export function LogoCard({ staffBrand }: { staffBrand: StaffBrand }) {
  const t = useTranslations('staffBrand');
  const save = useStaffMutation<File>({
    run: async (logo) => {
      const parts = { fields: {}, files: { logo } };
      cacheBrand((await upload<typeof saveBrandLogo>('POST', '/backoffice/brand/logo', parts)).baseDTO);
    },
    successText: t('logoSaved'),
  });
  const remove = useStaffMutation({
    run: async () =>
      cacheBrand((await call<typeof removeBrandLogo>('DELETE', '/backoffice/brand/logo')).baseDTO),
    successText: t('logoRemoved'),
  });
  const { logo } = staffBrand.brand;
  const isReplaced = logo !== null && logo !== staffBrand.usual.logo;
  return (
    <Card title={t('logo')}>
      <div className={css.form}>
        <Cluster as="p" gap={3} wrap>
          <Mark size={48} />
          <span>{t(isReplaced ? 'hasLogo' : 'noLogo')}</span>
        </Cluster>
        <FileDrop
          label={t('choose')}
          accept="image/svg+xml,image/png,image/webp"
          describedBy={HINT}
          invalid={save.problem !== null}
          disabled={save.busy}
          onFile={(file) => save.mutate(file)}
        >
          <Stack as="span" gap={2} align="center" tone="soft" className={own.invitation}>
            <IconUpload size={22} />
            {t(save.busy ? 'uploading' : 'choose')}
          </Stack>
        </FileDrop>
        <p id={HINT} className={css.muted}>
          {t('logoHint')}
        </p>
        <ActionProblem text={save.problem ?? remove.problem} />
        {isReplaced && (
          <Button variant="ghost" busy={remove.busy} onClick={() => remove.mutate()}>
            {t('removeLogo')}
          </Button>
        )}
      </div>
    </Card>
  );
}
