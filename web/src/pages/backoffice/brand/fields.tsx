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
import { Problem } from '../shared/parts.tsx';
import { useStaffMutation } from '../shared/use-act.ts';
import own from './brand.module.css';
import {
  type BrandForm,
  brandBody,
  brandFault,
  brandFormOf,
  isColour,
  MAX_NAME,
  readColour,
  verdictsOf,
} from './form.ts';
import { BrandPreview } from './preview.tsx';
import { keepBrand, rereadBrand } from './queries.ts';

const NAMES = ['nameFa', 'nameEn'] as const;
const COLOURS = ['accentDark', 'accentLight', 'mark'] as const;

/** Names and colours next to a preview. */
export function BrandFields({ shown }: { shown: StaffBrand }) {
  const t = useTranslations('staffBrand');
  const [form, setForm] = useState(() => brandFormOf(shown.brand));
  const set = (change: Partial<BrandForm>) => setForm({ ...form, ...change });
  const example = shown.usual.accent.light;
  const fault = brandFault(form, shown.brand);
  const { mutate, busy, problem } = useStaffMutation({
    run: async () => {
      const body = brandBody(form, shown.version);
      keepBrand((await call<typeof saveBrand>('PUT', '/backoffice/brand', { body })).baseDTO);
    },
    said: t('saved'),
    onConflict: () => {
      toast(t('conflict'), 'problem');
      void rereadBrand();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && fault === null) mutate();
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
                onChange={(event) => set({ [name]: event.target.value })}
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
              error={isColour(form[name]) ? null : t('fault.COLOUR', { example })}
            >
              <TextInput
                name={name}
                latin
                maxLength={9}
                value={form[name]}
                onChange={(event) => set({ [name]: readColour(event.target.value) })}
                after={
                  <input
                    type="color"
                    className={own.swatch}
                    aria-label={t('pick', { name: t(name) })}
                    value={isColour(form[name]) ? form[name] : '#000000'}
                    onChange={(event) => set({ [name]: event.target.value })}
                  />
                }
              />
            </Field>
          ))}
          <Problem text={problem} />
          <Button
            type="submit"
            size="l"
            busy={busy}
            disabledReason={busy || fault === null ? null : t(`fault.${fault}`, { example })}
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
              verdicts={verdictsOf(form).filter((verdict) => verdict.theme === theme)}
            />
          ))}
        </Stack>
      </Card>
    </form>
  );
}
