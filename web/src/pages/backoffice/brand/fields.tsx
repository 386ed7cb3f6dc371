import type { StaffBrand, saveBrand } from '@sarraf/domain/contracts';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/notices.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import css from '../shared/parts.module.css';
import { ActionProblem } from '../shared/parts.tsx';
import { useStaffMutation } from '../shared/use-act.ts';
import own from './brand.module.css';
import {
  type BrandForm,
  checkReadability,
  isColourText,
  MAX_NAME,
  parseColour,
  toBrandBody,
  toBrandForm,
  validateBrandForm,
} from './form.ts';
import { BrandPreview } from './preview.tsx';
import { cacheBrand, refetchBrand } from './queries.ts';

const NAMES = ['nameFa', 'nameEn'] as const;
const COLOURS = ['accentDark', 'accentLight', 'mark'] as const;

/** Names and colours next to a preview. */
export function BrandFields({ staffBrand }: { staffBrand: StaffBrand }) {
  const t = useTranslations('staffBrand');
  const [form, setForm] = useState(() => toBrandForm(staffBrand.brand));
  const updateForm = (change: Partial<BrandForm>) => setForm({ ...form, ...change });
  const example = staffBrand.usual.accent.light;
  const formError = validateBrandForm(form, staffBrand.brand);
  const { mutate, busy, problem } = useStaffMutation({
    run: async () => {
      const body = toBrandBody(form, staffBrand.version);
      cacheBrand((await call<typeof saveBrand>('PUT', '/backoffice/brand', { body })).baseDTO);
    },
    successText: t('saved'),
    onConflict: () => {
      toast(t('conflict'), 'problem');
      void refetchBrand();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && formError === null) mutate();
  };
  return (
    <form className={own.columns} noValidate onSubmit={submit} aria-label={t('title')}>
      <Card>
        <div className={css.form}>
          <Text as="h2" size="ml">
            {t('names')}
          </Text>
          {NAMES.map((name) => (
            <Field key={name} label={t(name)} hint={name === 'nameFa' ? t('nameHint') : undefined}>
              <TextInput
                name={name}
                dir={name === 'nameFa' ? 'rtl' : 'ltr'}
                lang={name === 'nameFa' ? 'fa' : 'en'}
                maxLength={MAX_NAME}
                value={form[name]}
                onChange={(event) => updateForm({ [name]: event.target.value })}
              />
            </Field>
          ))}
          <Text as="h2" size="ml">
            {t('colours')}
          </Text>
          {COLOURS.map((name) => (
            <Field
              key={name}
              label={t(name)}
              error={isColourText(form[name]) ? null : t('error.COLOUR', { example })}
            >
              <TextInput
                name={name}
                latin
                maxLength={9}
                value={form[name]}
                onChange={(event) => updateForm({ [name]: parseColour(event.target.value) })}
                after={
                  <input
                    type="color"
                    className={own.swatch}
                    aria-label={t('pick', { name: t(name) })}
                    value={isColourText(form[name]) ? form[name] : '#000000'}
                    onChange={(event) => updateForm({ [name]: event.target.value })}
                  />
                }
              />
            </Field>
          ))}
          <ActionProblem text={problem} />
          <Button
            type="submit"
            size="l"
            busy={busy}
            disabledReason={busy || formError === null ? null : t(`error.${formError}`, { example })}
          >
            {t('save')}
          </Button>
        </div>
      </Card>
      <Card title={t('preview')}>
        <Stack gap={5}>
          {(['dark', 'light'] as const).map((theme) => (
            <BrandPreview
              key={theme}
              theme={theme}
              accent={theme === 'dark' ? form.accentDark : form.accentLight}
              form={form}
              verdicts={checkReadability(form).filter((verdict) => verdict.theme === theme)}
            />
          ))}
        </Stack>
      </Card>
    </form>
  );
}
