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
import { ENDS, type End } from './maintenance-form.ts';
import {
  BEGINS,
  type Begin,
  choicesFor,
  formOf,
  isToCome,
  NO_PAUSE,
  type PauseForm,
  pausableOf,
  timesOf,
  whatOf,
} from './pause-form.ts';
import { areWritten, TextFields } from './text-fields.tsx';

/** Current and planned pauses of features, markets and coins. An admin creates, changes and ends them. */
export function PausesCard({ pauses }: { pauses: readonly StaffPause[] }) {
  const t = useTranslations('staffOperations.pauses');
  const adminOnly = useTranslations('staffOperations')('adminOnly');
  const nameOf = usePausableName();
  const { admin } = useRights();
  const [act, setAct] = useState<{ kind: 'save' | 'end'; pause: StaffPause | null } | null>(null);
  const [form, setForm] = useState<PauseForm>(NO_PAUSE);
  const refused = admin ? null : adminOnly;
  const save = (pause: StaffPause | null) => {
    setForm(pause ? formOf(pause, Date.now()) : NO_PAUSE);
    setAct({ kind: 'save', pause });
  };
  const shown = act?.pause ?? null;
  const name = shown ? nameOf(shown) : '';
  const saveAction: StaffAction = {
    title: shown ? t('changeTitle', { name }) : t('addTitle'),
    text: t('addText'),
    confirm: t(shown ? 'save' : 'add'),
    said: t(shown ? 'changed' : 'added'),
    reasoned: true,
    fields: <Fields form={form} before={shown} pauses={pauses} onChange={setForm} />,
    fault: faultOf(form),
    run: (reason) => putPause(form, shown, reason),
  };
  const endAction: StaffAction = {
    title: t('endTitle', { name }),
    text: t('endText'),
    confirm: t('end'),
    said: t('ended'),
    reasoned: true,
    run: (reason) => postEnd(shown, reason),
  };
  function faultOf(written: PauseForm): string | null {
    if (pausableOf(written.what) === null) return t('needWhat');
    return areWritten(written) ? null : t('needText');
  }
  return (
    <Card>
      <Stack gap={4} as="section" aria-label={t('title')}>
        <Cluster gap={3} justify="between" wrap>
          <strong>{t('title')}</strong>
          <Button variant="ghost" disabledReason={refused} onClick={() => save(null)}>
            {t('add')}
          </Button>
        </Cluster>
        {pauses.length === 0 && <p className={css.muted}>{t('none')}</p>}
        {pauses.map((pause) => (
          <PauseRow
            key={whatOf(pause)}
            pause={pause}
            refused={refused}
            onChange={() => save(pause)}
            onEnd={() => setAct({ kind: 'end', pause })}
          />
        ))}
      </Stack>
      <ActionDialog
        act={act && (act.kind === 'save' ? saveAction : endAction)}
        onClose={() => setAct(null)}
      />
    </Card>
  );
}

const putPause = async (form: PauseForm, before: StaffPause | null, reason: string) => {
  const params = pausableOf(form.what);
  if (params === null) return;
  await call<typeof savePause>('PUT', '/backoffice/pauses/:scope/:name', {
    params,
    body: {
      version: before?.version ?? 0,
      text: { fa: form.fa.trim(), en: form.en.trim() },
      ...timesOf(form, Date.now(), before),
      reason,
    },
  });
};

const postEnd = async (pause: StaffPause | null, reason: string) => {
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
  const nameOf = usePausableName();
  const toCome = isToCome(pause, Date.now());
  const { beginsAt, endsAt, changedBy, text } = pause;
  return (
    <Cluster gap={3} justify="between" align="start" wrap>
      <TwoLine as="div" shrink>
        <span>
          {nameOf(pause)}{' '}
          <span className={cx(css.state, toCome ? css.waiting : css.bad)}>{t(toCome ? 'toCome' : 'on')}</span>
        </span>
        <small dir="auto">{text[language]}</small>
        <small className={css.muted}>
          {t(toCome ? 'from' : 'since', { time: dateTime(beginsAt), who: `\u2068${changedBy}\u2069` })}{' '}
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

interface FieldsProps {
  form: PauseForm;
  /** The existing pause; null: a new one. */
  before: StaffPause | null;
  pauses: readonly Pausable[];
  onChange: (form: PauseForm) => void;
}

function Fields({ form, before, pauses, onChange }: FieldsProps) {
  const t = useTranslations('staffOperations.pauses');
  const nameOf = usePausableName();
  const now = Date.now();
  const begun = before !== null && !isToCome(before, now);
  const begins: readonly Begin[] = before ? ['KEEP', ...BEGINS] : BEGINS;
  const ends: readonly End[] = before?.endsAt ? ['KEEP', ...ENDS] : ENDS;
  return (
    <Stack gap={4}>
      {before === null && (
        <Field label={t('what')} hint={t('whatHint')}>
          <Combobox
            value={form.what}
            onChange={(what) => onChange({ ...form, what })}
            options={choicesFor(pauses).map((one) => ({
              value: whatOf(one),
              label: nameOf(one),
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
      {!begun && (
        <Field label={t('begins')}>
          <Select
            value={form.begin}
            onChange={(begin) => onChange({ ...form, begin })}
            options={begins.map((begin) => ({ value: begin, label: t(`begin.${begin}`) }))}
          />
        </Field>
      )}
      <Field label={t('lasts')} hint={t('lastsHint')}>
        <Select
          value={form.end}
          onChange={(end) => onChange({ ...form, end })}
          options={ends.map((end) => ({ value: end, label: t(`last.${end}`) }))}
        />
      </Field>
    </Stack>
  );
}
