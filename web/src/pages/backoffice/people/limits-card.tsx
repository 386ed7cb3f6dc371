import type { BodyOf, PersonMoney, setOwnLimits } from '@sarraf/domain/contracts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { DateInput } from '../../../ui/fields/date-input.tsx';
import { todayInTehran } from '../../../ui/fields/date-text.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import css from '../shared/parts.module.css';
import { useRights } from '../shared/queries.ts';
import { endOf, type LimitDraft, lastDay, limitFault } from './own-limits.ts';
import own from './people.module.css';

type Limits = PersonMoney['limits'];

const NEW: LimitDraft = { perDay: '', perMonth: '', until: '' };

/** Withdrawal limits, of the level or set for this person alone. */
export function LimitsCard({ limits, personId }: { limits: Limits; personId: string }) {
  const t = useTranslations('staffFigures.money');
  const { dateTime, money } = useFormat();
  const rights = useRights();
  const ownFile = useSession().account?.id === personId;
  const [draft, setDraft] = useState<LimitDraft | null>(null);
  const [lifting, setLifting] = useState(false);
  const { own: set, left, level } = limits;
  const inForce = set !== null && Date.parse(set.until) > Date.now() ? set : null;
  const shown = inForce ?? level;
  const post = setOver(personId, limits);
  const pair = (key: 'perDay' | 'perMonth') => (
    <div>
      <dt>{t(key)}</dt>
      <dd>
        <Money value={shown[key]} asset="TOMAN" decimals={0} />
      </dd>
      <dd>
        <small>{t('left', { amount: money(left[key], 'TOMAN') })}</small>
      </dd>
    </div>
  );
  return (
    <Card title={t('limits')} className={own.stack}>
      <p className={css.muted}>{inForce ? t('ofPerson', { time: dateTime(inForce.until) }) : t('ofLevel')}</p>
      <dl className={own.pairs}>
        {pair('perDay')}
        {pair('perMonth')}
      </dl>
      {inForce && (
        <div className={own.note}>
          <span dir="auto">{inForce.reason}</span>
          <p>{t('setBy', { who: inForce.setBy, time: dateTime(inForce.setAt) })}</p>
        </div>
      )}
      {set && !inForce && <p className={css.muted}>{t('ended', { time: dateTime(set.until) })}</p>}
      {rights.money && (
        <Cluster gap={2} align="stretch" wrap>
          <Button
            variant="ghost"
            size="s"
            disabledReason={ownFile ? t('own') : null}
            onClick={() => setDraft(NEW)}
          >
            {t(inForce ? 'changeLimits' : 'setLimits')}
          </Button>
          {inForce && (
            <Button
              variant="text"
              size="s"
              disabledReason={ownFile ? t('own') : null}
              onClick={() => setLifting(true)}
            >
              {t('lift')}
            </Button>
          )}
        </Cluster>
      )}
      <ActionDialog act={useDraftAct(post, draft, setDraft)} onClose={() => setDraft(null)} />
      <ActionDialog act={useLift(post, lifting)} onClose={() => setLifting(false)} />
    </Card>
  );
}

/** Fails if the limits were changed since they were displayed. */
const setOver =
  (personId: string, { own: set }: Limits) =>
  (limits: BodyOf<typeof setOwnLimits>['limits'], reason: string) =>
    call<typeof setOwnLimits>('POST', '/backoffice/people/:id/limits', {
      params: { id: personId },
      body: { limits, shownSetAt: set?.setAt ?? null, reason },
    });
type Post = ReturnType<typeof setOver>;

function useLift(post: Post, open: boolean): StaffAction | null {
  const t = useTranslations('staffFigures.money');
  const { admin } = useRights();
  if (!open) return null;
  return {
    title: t('liftTitle'),
    text: admin ? t('liftText') : `${t('liftText')} ${t('onlyLower')}`,
    confirm: t('lift'),
    said: t('lifted'),
    reasoned: true,
    run: (reason) => post(null, reason),
  };
}

function useDraftAct(
  post: Post,
  draft: LimitDraft | null,
  onChange: (draft: LimitDraft) => void,
): StaffAction | null {
  const t = useTranslations('staffFigures.money');
  const { admin } = useRights();
  const today = todayInTehran();
  if (!draft) return null;
  const fault = limitFault(draft, today);
  const amount = (key: 'perDay' | 'perMonth', label: string) => (
    <Field label={label} {...(key === 'perMonth' && fault === 'monthLess' && { error: t(fault) })}>
      <NumberInput
        value={draft[key]}
        decimals={0}
        onChange={(value) => onChange({ ...draft, [key]: value })}
      />
    </Field>
  );
  return {
    title: t('limitsTitle'),
    text: admin ? t('limitsText') : `${t('limitsText')} ${t('onlyLower')}`,
    confirm: t('set'),
    said: t('limitsSet'),
    reasoned: true,
    fault: fault && t(fault),
    fields: (
      <>
        {amount('perDay', t('dayToman'))}
        {amount('perMonth', t('monthToman'))}
        <Field label={t('untilDay')}>
          <DateInput
            value={draft.until}
            onChange={(until) => onChange({ ...draft, until })}
            openLabel={t('openUntil')}
            first={today}
            last={lastDay(today)}
            around={today}
          />
        </Field>
      </>
    ),
    run: (reason) =>
      post({ perDay: draft.perDay, perMonth: draft.perMonth, until: endOf(draft.until) }, reason),
  };
}
