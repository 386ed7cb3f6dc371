import { MAX_SETTLEMENT_LINES, PAYMENT_GATEWAYS, type PaymentGateway } from '@sarraf/domain';
import type { importGatewaySettlement } from '@sarraf/domain/contracts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { useFormat } from '../../../../lib/format/use-format.ts';
import { toast } from '../../../../lib/notices.ts';
import { Field } from '../../../../ui/fields/field.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { TextArea } from '../../../../ui/fields/text-area.tsx';
import { ActionDialog, type StaffAction } from '../../shared/action-dialog.tsx';
import { parseReport } from './report.ts';

/** Imports a pasted gateway report, and shows whether all of its payments were found. */
export function ReportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('treasury.gateways');
  const gatewayNames = useTranslations('wallet.gateway');
  const { digits } = useFormat();
  const [gateway, setGateway] = useState<PaymentGateway>('ZARINPAL');
  const [text, setText] = useState('');
  const { report, invalidLine, shortened } = parseReport(text);
  useEffect(() => {
    if (open) setText('');
  }, [open]);
  const wanting =
    invalidLine !== null
      ? t(shortened ? 'importShortened' : 'importError', { line: digits(invalidLine) })
      : report === null
        ? t('importNeeded')
        : report.lines.length > MAX_SETTLEMENT_LINES
          ? t('importMany', { max: digits(MAX_SETTLEMENT_LINES) })
          : null;
  const action: StaffAction = {
    title: t('importTitle'),
    text: t('importText'),
    confirm: t('importAction'),
    wide: true,
    fields: (
      <>
        <Select
          label={t('gateway')}
          options={PAYMENT_GATEWAYS.map((value) => ({ value, label: gatewayNames(value) }))}
          value={gateway}
          onChange={setGateway}
        />
        <Field label={t('importField')}>
          <TextArea rows={8} dir="ltr" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </>
    ),
    disabledReason: wanting,
    conflict: t('known'),
    run: async () => {
      if (report === null) return;
      const { baseDTO } = await call<typeof importGatewaySettlement>(
        'POST',
        '/backoffice/gateway-settlements',
        {
          body: { gateway, ...report },
        },
      );
      toast(t(baseDTO.state === 'DONE' ? 'importedDone' : 'importedOpen'), 'done');
    },
  };
  return <ActionDialog act={open ? action : null} onClose={onClose} />;
}
