import type { CompanyField } from '@sarraf/domain';
import type { CompanyApplication } from '@sarraf/domain/contracts';
import { IconLock } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../../access/parts.tsx';
import papersCss from '../../../documents/document.module.css';
import { DocumentField } from '../../../documents/document-field.tsx';
import { MAX_BYTES } from '../../../documents/files.ts';
import { UploadProgress } from '../../../documents/upload-progress.tsx';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { DigitsInput } from '../../../ui/fields/digits-input.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack } from '../../../ui/layout/layout.tsx';
import css from './application.module.css';
import { PAPERS } from './form.ts';
import { type ApplicationFormState as Form, useApplicationForm } from './use-application-form.ts';

interface ApplicationFormProps {
  /** The earlier application: pending or refused. */
  sent: CompanyApplication | null;
  inIran: boolean;
  onSent: () => void;
  /** Returns to the pending application; null: there is none. */
  onCancel: (() => void) | null;
}

export function ApplicationForm({ sent, inIran, onSent, onCancel }: ApplicationFormProps) {
  const t = useTranslations('company.apply');
  const form = useApplicationForm({ sent, inIran, onSent });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.busy && form.errorText === null) form.send();
  };
  return (
    <Stack
      as="form"
      gap={5}
      className={css.form}
      aria-label={t('form')}
      aria-busy={form.busy || undefined}
      noValidate
      onSubmit={submit}
    >
      <CompanyFields form={form} />
      <DocumentsFields form={form} />
      <Stack gap={4}>
        <AccessProblem text={form.problem} />
        {form.busy && <UploadProgress share={form.share} />}
        <Button
          type="submit"
          size="l"
          block
          busy={form.busy}
          disabledReason={form.busy ? null : form.errorText}
        >
          {t(onCancel ? 'save' : sent ? 'sendAgain' : 'send')}
        </Button>
        {onCancel && (
          <Button variant="ghost" block disabled={form.busy} onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <Cluster as="p" align="first" gap={2} size="s" tone="faint">
          <IconLock size={16} aria-hidden />
          <span>{t('privacy')}</span>
        </Cluster>
      </Stack>
    </Stack>
  );
}

const WIDE_FIELDS: readonly CompanyField[] = ['companyName', 'companyAddress'];

/** A field with its label, and its error once it was left. */
function ValidatedField({ form, field, children }: { form: Form; field: CompanyField; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only records that the field was left.
    <div className={WIDE_FIELDS.includes(field) ? css.wide : undefined} onBlur={() => form.touch(field)}>
      <Field label={form.nameOf(field)} error={form.errorOf(field)}>
        {children}
      </Field>
    </div>
  );
}

function CompanyFields({ form }: { form: Form }) {
  const t = useTranslations('account');
  const { draft, setText, inIran } = form;
  return (
    <Card title={t('part.company')}>
      <div className={css.fields}>
        <ValidatedField form={form} field="companyName">
          <TextInput
            name="companyName"
            maxLength={120}
            autoComplete="organization"
            value={draft.companyName}
            onChange={(event) => setText('companyName', event.target.value)}
          />
        </ValidatedField>
        <ValidatedField form={form} field="companyNationalId">
          {inIran ? (
            <DigitsInput
              name="companyNationalId"
              max={11}
              value={draft.companyNationalId}
              onChange={(text) => setText('companyNationalId', text)}
            />
          ) : (
            <TextInput
              latin
              name="companyNationalId"
              maxLength={11}
              autoComplete="off"
              value={draft.companyNationalId}
              onChange={(event) => setText('companyNationalId', event.target.value)}
            />
          )}
        </ValidatedField>
        <ValidatedField form={form} field="companyPhone">
          <DigitsInput
            name="companyPhone"
            max={11}
            value={draft.companyPhone}
            onChange={(text) => setText('companyPhone', text)}
          />
        </ValidatedField>
        <ValidatedField form={form} field="companyAddress">
          <TextArea
            name="companyAddress"
            rows={2}
            maxLength={300}
            autoComplete="street-address"
            value={draft.companyAddress}
            onChange={(event) => setText('companyAddress', event.target.value.replace(/\n/g, ' '))}
          />
        </ValidatedField>
      </div>
    </Card>
  );
}

function DocumentsFields({ form }: { form: Form }) {
  const t = useTranslations('account');
  const { digits } = useFormat();
  return (
    <Card title={t('part.documents')}>
      <p className={css.lead}>{t('part.documentsText', { size: digits(MAX_BYTES / 1_000_000) })}</p>
      <div className={papersCss.grid}>
        {PAPERS.map((paper) => (
          <DocumentField
            key={paper}
            kind={paper}
            name={form.nameOf(paper)}
            guide={t(`document.guide.${paper}`)}
            file={form.draft.files[paper]}
            savedId={form.sent?.[paper] ?? null}
            error={form.errorOf(paper)}
            disabled={form.busy}
            onFile={(file) => form.setFile(paper, file)}
          />
        ))}
      </div>
    </Card>
  );
}
