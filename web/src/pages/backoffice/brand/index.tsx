import type { resetBrand, StaffBrand } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import css from '../shared/parts.module.css';
import { StaffSkeleton } from '../shared/parts.tsx';
import own from './brand.module.css';
import { BrandFields } from './fields.tsx';
import { LogoCard } from './logo-card.tsx';
import { brandQuery, cacheBrand } from './queries.ts';

/** Name and appearance of the exchange. */
export function StaffBrandPage() {
  const t = useTranslations('staffBrand');
  const { data, error, isFetching, refetch } = useQuery(brandQuery);
  return (
    <BackofficePage title={t('title')} lead={t('lead')} busy={!data && !error}>
      {data ? (
        <>
          {/* Values saved by another staff member replace those typed. */}
          <BrandFields key={data.version} staffBrand={data} />
          <div className={own.columns}>
            <LogoCard staffBrand={data} />
            <ResetBrand staffBrand={data} />
          </div>
        </>
      ) : error ? (
        <Card>
          <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <div className={own.columns}>
          <StaffSkeleton height={520} />
          <StaffSkeleton height={520} />
        </div>
      )}
    </BackofficePage>
  );
}

function ResetBrand({ staffBrand }: { staffBrand: StaffBrand }) {
  const t = useTranslations('staffBrand');
  const [action, setAction] = useState<StaffAction | null>(null);
  const reset: StaffAction = {
    title: t('resetTitle'),
    text: t('resetText'),
    confirm: t('resetYes'),
    successText: t('resetDone'),
    danger: true,
    alert: true,
    run: async () => cacheBrand((await call<typeof resetBrand>('DELETE', '/backoffice/brand')).baseDTO),
  };
  const unchanged = JSON.stringify(staffBrand.brand) === JSON.stringify(staffBrand.usual);
  return (
    <Card title={t('reset')}>
      <div className={css.form}>
        <p className={css.muted}>
          {staffBrand.updatedBy ? t('by', { who: staffBrand.updatedBy }) : t('never')}
        </p>
        <Button
          variant="ghost"
          disabledReason={unchanged ? t('error.SAME') : null}
          onClick={() => setAction(reset)}
        >
          {t('reset')}
        </Button>
      </div>
      <ActionDialog act={action} onClose={() => setAction(null)} />
    </Card>
  );
}
