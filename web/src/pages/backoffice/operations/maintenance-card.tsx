import type { beginMaintenance, endMaintenance, StaffMaintenance } from '@sarraf/domain/contracts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack, TwoLine } from '../../../ui/layout/layout.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import css from '../shared/parts.module.css';
import { useRights } from '../shared/queries.ts';
import { type EndChoice, getExpectedEnd, listEndChoices } from './maintenance-form.ts';
import { areTextsFilled, TextFields } from './text-fields.tsx';

interface MaintenanceForm {
  fa: string;
  en: string;
  end: EndChoice;
}

/** The maintenance state; an admin starts and ends maintenance. */
export function MaintenanceCard({ maintenance }: { maintenance: StaffMaintenance }) {
  const t = useTranslations('staffOperations');
  const { dateTime, language } = useFormat();
  const { admin } = useRights();
  const [openedDialog, setOpenedDialog] = useState<'begin' | 'end' | null>(null);
  const [form, setForm] = useState<MaintenanceForm>({ fa: '', en: '', end: 'UNKNOWN' });
  const { isOn, text, expectedEnd, beganAt, changedBy, version } = maintenance;
  const disabledReason = admin ? null : t('adminOnly');
  const openStartDialog = () => {
    const [end = 'UNKNOWN'] = listEndChoices(expectedEnd, Date.now());
    // Suggested in the page's language; the author writes the other one.
    const initialTexts = text ?? { fa: '', en: '', [language]: t('suggestion') };
    setForm({ ...initialTexts, end });
    setOpenedDialog('begin');
  };
  const actions: Record<'begin' | 'end', StaffAction> = {
    begin: {
      title: t(isOn ? 'change' : 'beginTitle'),
      text: t('beginText'),
      confirm: t(isOn ? 'change' : 'begin'),
      successText: t('begun'),
      danger: !isOn,
      reasoned: true,
      fields: (
        <MaintenanceFields form={form} ends={listEndChoices(expectedEnd, Date.now())} onChange={setForm} />
      ),
      disabledReason: areTextsFilled(form) ? null : t('needText'),
      run: (reason) =>
        call<typeof beginMaintenance>('PUT', '/backoffice/maintenance', {
          body: {
            version,
            text: { fa: form.fa.trim(), en: form.en.trim() },
            expectedEnd: getExpectedEnd(form.end, Date.now(), expectedEnd),
            reason,
          },
        }),
    },
    end: {
      title: t('endTitle'),
      text: t('endText'),
      confirm: t('end'),
      successText: t('ended'),
      reasoned: true,
      run: (reason) =>
        call<typeof endMaintenance>('POST', '/backoffice/maintenance/end', { body: { version, reason } }),
    },
  };
  return (
    <Card>
      <Cluster gap={4} justify="between" wrap as="section" aria-label={t('maintenance')}>
        <TwoLine as="div" shrink aria-live="polite">
          <strong className={isOn ? css.bad : undefined}>{t('maintenance')}</strong>
          <span>{t(isOn ? 'on' : 'off')}</span>
          {beganAt !== null && (
            <small className={css.muted}>
              {t('since', { time: dateTime(beganAt), who: `\u2068${changedBy}\u2069` })}{' '}
              {expectedEnd === null ? t('unknownEnd') : t('expected', { time: dateTime(expectedEnd) })}
            </small>
          )}
        </TwoLine>
        <Cluster gap={3} wrap>
          {isOn && (
            <Button disabledReason={disabledReason} onClick={() => setOpenedDialog('end')}>
              {t('end')}
            </Button>
          )}
          <Button
            variant={isOn ? 'ghost' : 'danger'}
            disabledReason={disabledReason}
            onClick={openStartDialog}
          >
            {t(isOn ? 'change' : 'begin')}
          </Button>
        </Cluster>
      </Cluster>
      <ActionDialog act={openedDialog && actions[openedDialog]} onClose={() => setOpenedDialog(null)} />
    </Card>
  );
}

interface MaintenanceFieldsProps {
  form: MaintenanceForm;
  ends: readonly EndChoice[];
  onChange: (form: MaintenanceForm) => void;
}

function MaintenanceFields({ form, ends, onChange }: MaintenanceFieldsProps) {
  const t = useTranslations('staffOperations');
  return (
    <Stack gap={4}>
      <TextFields texts={form} onChange={(change) => onChange({ ...form, ...change })} />
      <Field label={t('endsIn')} hint={t('endHint')}>
        <Select
          value={form.end}
          onChange={(end) => onChange({ ...form, end })}
          options={ends.map((end) => ({ value: end, label: t(`in.${end}`) }))}
        />
      </Field>
    </Stack>
  );
}
