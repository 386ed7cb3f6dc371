import type { Pausable } from '@sarraf/domain';
import type { endPause, StaffPause, savePause } from '@sarraf/domain/contracts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack, TwoLine } from '../../../ui/layout/layout.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import css from '../shared/parts.module.css';
import { useRights } from '../shared/queries.ts';
import { usePausableName } from '../shared/use-pausable-name.ts';
import { END_CHOICES, type EndChoice } from './maintenance-form.ts';
import {
  computePauseTimes,
  EMPTY_PAUSE_FORM,
  isFuturePause,
  listChoices,
  type PauseForm,
  parseChoice,
  START_CHOICES,
  type StartChoice,
  toChoiceKey,
  toPauseForm,
} from './pause-form.ts';
import { areTextsFilled, TextFields } from './text-fields.tsx';

/** Current and planned pauses of features, markets and coins. An admin creates, changes and ends them. */
export function PausesCard({ pauses }: { pauses: readonly StaffPause[] }) {
  const t = useTranslations('staffOperations.pauses');
  const adminOnly = useTranslations('staffOperations')('adminOnly');
  const formatName = usePausableName();
  const { admin } = useRights();
  const [action, setAction] = useState<{ kind: 'save' | 'end'; pause: StaffPause | null } | null>(null);
  const [form, setForm] = useState<PauseForm>(EMPTY_PAUSE_FORM);
  const disabledReason = admin ? null : adminOnly;
  const openSaveDialog = (pause: StaffPause | null) => {
    setForm(pause ? toPauseForm(pause, Date.now()) : EMPTY_PAUSE_FORM);
    setAction({ kind: 'save', pause });
  };
  const openedPause = action?.pause ?? null;
  const name = openedPause ? formatName(openedPause) : '';
  const saveAction: StaffAction = {
    title: openedPause ? t('changeTitle', { name }) : t('addTitle'),
    text: t('addText'),
    confirm: t(openedPause ? 'save' : 'add'),
    successText: t(openedPause ? 'changed' : 'added'),
    reasoned: true,
    fields: <PauseFields form={form} before={openedPause} pauses={pauses} onChange={setForm} />,
    disabledReason: validateForm(form),
    run: (reason) => sendPause(form, openedPause, reason),
  };
  const endAction: StaffAction = {
    title: t('endTitle', { name }),
    text: t('endText'),
    confirm: t('end'),
    successText: t('ended'),
    reasoned: true,
    run: (reason) => sendEnd(openedPause, reason),
  };
  function validateForm(draft: PauseForm): string | null {
    if (parseChoice(draft.what) === null) return t('needWhat');
    return areTextsFilled(draft) ? null : t('needText');
  }
  return (
    <Card>
      <Stack gap={4} as="section" aria-label={t('title')}>
        <Cluster gap={3} justify="between" wrap>
          <strong>{t('title')}</strong>
          <Button variant="ghost" disabledReason={disabledReason} onClick={() => openSaveDialog(null)}>
            {t('add')}
          </Button>
        </Cluster>
        {pauses.length === 0 && <p className={css.muted}>{t('none')}</p>}
        {pauses.map((pause) => (
          <PauseRow
            key={toChoiceKey(pause)}
            pause={pause}
            refused={disabledReason}
            onChange={() => openSaveDialog(pause)}
            onEnd={() => setAction({ kind: 'end', pause })}
          />
        ))}
      </Stack>
      <ActionDialog
        act={action && (action.kind === 'save' ? saveAction : endAction)}
        onClose={() => setAction(null)}
      />
    </Card>
  );
}

const sendPause = async (form: PauseForm, existing: StaffPause | null, reason: string) => {
  const params = parseChoice(form.what);
  if (params === null) return;
  await call<typeof savePause>('PUT', '/backoffice/pauses/:scope/:name', {
    params,
    body: {
      version: existing?.version ?? 0,
      text: { fa: form.fa.trim(), en: form.en.trim() },
      ...computePauseTimes(form, Date.now(), existing),
      reason,
    },
  });
};

const sendEnd = async (pause: StaffPause | null, reason: string) => {
  if (pause === null) return;
  const { scope, name, version } = pause;
  await call<typeof endPause>('POST', '/backoffice/pauses/:scope/:name/end', {
    params: { scope, name },
    body: { version, reason },
  });
};

interface PauseRowProps {
  pause: StaffPause;
  /** Why the staff member can't change it. */
  refused: string | null;
  onChange: () => void;
  onEnd: () => void;
}

function PauseRow({ pause, refused, onChange, onEnd }: PauseRowProps) {
  const t = useTranslations('staffOperations.pauses');
  const { dateTime, language } = useFormat();
  const formatName = usePausableName();
  const isFuture = isFuturePause(pause, Date.now());
  const { beginsAt, endsAt, changedBy, text } = pause;
  return (
    <Cluster gap={3} justify="between" align="start" wrap>
      <TwoLine as="div" shrink>
        <span>
          {formatName(pause)}{' '}
          <span className={cx(css.state, isFuture ? css.waiting : css.bad)}>
            {t(isFuture ? 'toCome' : 'on')}
          </span>
        </span>
        <small dir="auto">{text[language]}</small>
        <small className={css.muted}>
          {t(isFuture ? 'from' : 'since', { time: dateTime(beginsAt), who: `\u2068${changedBy}\u2069` })}{' '}
          {endsAt === null ? t('noEnd') : t('until', { time: dateTime(endsAt) })}
        </small>
      </TwoLine>
      {refused === null && (
        <Cluster gap={3} wrap>
          <Button variant="ghost" onClick={onChange}>
            {t('change')}
          </Button>
          <Button onClick={onEnd}>{t('end')}</Button>
        </Cluster>
      )}
    </Cluster>
  );
}

interface PauseFieldsProps {
  form: PauseForm;
  /** The existing pause; null: a new one. */
  before: StaffPause | null;
  pauses: readonly Pausable[];
  onChange: (form: PauseForm) => void;
}

function PauseFields({ form, before, pauses, onChange }: PauseFieldsProps) {
  const t = useTranslations('staffOperations.pauses');
  const formatName = usePausableName();
  const now = Date.now();
  const hasStarted = before !== null && !isFuturePause(before, now);
  const startChoices: readonly StartChoice[] = before ? ['KEEP', ...START_CHOICES] : START_CHOICES;
  const endChoices: readonly EndChoice[] = before?.endsAt ? ['KEEP', ...END_CHOICES] : END_CHOICES;
  return (
    <Stack gap={4}>
      {before === null && (
        <Field label={t('what')} hint={t('whatHint')}>
          <Combobox
            value={form.what}
            onChange={(what) => onChange({ ...form, what })}
            options={listChoices(pauses).map((one) => ({
              value: toChoiceKey(one),
              label: formatName(one),
              detail: t(`scope.${one.scope}`),
              names: [one.name],
            }))}
            searchLabel={t('search')}
            noneText={t('nothing')}
            placeholder={t('choose')}
          />
        </Field>
      )}
      <TextFields texts={form} onChange={(change) => onChange({ ...form, ...change })} />
      {!hasStarted && (
        <Field label={t('begins')}>
          <Select
            value={form.begin}
            onChange={(begin) => onChange({ ...form, begin })}
            options={startChoices.map((begin) => ({ value: begin, label: t(`begin.${begin}`) }))}
          />
        </Field>
      )}
      <Field label={t('lasts')} hint={t('lastsHint')}>
        <Select
          value={form.end}
          onChange={(end) => onChange({ ...form, end })}
          options={endChoices.map((end) => ({ value: end, label: t(`last.${end}`) }))}
        />
      </Field>
    </Stack>
  );
}
