import type { BodyOf, PersonMoney, setPersonLimits } from '@sarraf/domain/contracts';
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
import { getEndOfDay, getLastDay, type LimitDraft, validateLimitDraft } from './own-limits.ts';
import own from './people.module.css';

type Limits = PersonMoney['limits'];

const EMPTY_DRAFT: LimitDraft = { perDay: '', perMonth: '', until: '' };

/** Withdrawal limits, of the level or set for this person alone. */
export function LimitsCard({ limits, personId }: { limits: Limits; personId: string }) {
  const t = useTranslations('staffFigures.money');
  const { dateTime, money } = useFormat();
  const rights = useRights();
  const ownFile = useSession().account?.id === personId;
  const [draft, setDraft] = useState<LimitDraft | null>(null);
  const [isLifting, setIsLifting] = useState(false);
  const { own: ownLimits, left, level } = limits;
  const currentOwn = ownLimits !== null && Date.parse(ownLimits.until) > Date.now() ? ownLimits : null;
  const shownLimits = currentOwn ?? level;
  const sendLimits = createLimitsSender(personId, limits);
  const renderPair = (key: 'perDay' | 'perMonth') => (
    <div>
      <dt>{t(key)}</dt>
      <dd>
        <Money value={shownLimits[key]} asset="TOMAN" decimals={0} />
      </dd>
      <dd>
        <small>{t('left', { amount: money(left[key], 'TOMAN') })}</small>
      </dd>
    </div>
  );
  return (
    <Card title={t('limits')} className={own.stack}>
      <p className={css.muted}>
        {currentOwn ? t('ofPerson', { time: dateTime(currentOwn.until) }) : t('ofLevel')}
      </p>
      <dl className={own.pairs}>
        {renderPair('perDay')}
        {renderPair('perMonth')}
      </dl>
      {currentOwn && (
        <div className={own.note}>
          <span dir="auto">{currentOwn.reason}</span>
          <p>{t('setBy', { who: currentOwn.setBy, time: dateTime(currentOwn.setAt) })}</p>
        </div>
      )}
      {ownLimits && !currentOwn && (
        <p className={css.muted}>{t('ended', { time: dateTime(ownLimits.until) })}</p>
      )}
      {rights.money && (
        <Cluster gap={2} align="stretch" wrap>
          <Button
            variant="ghost"
            size="s"
            disabledReason={ownFile ? t('own') : null}
            onClick={() => setDraft(EMPTY_DRAFT)}
          >
            {t(currentOwn ? 'changeLimits' : 'setLimits')}
          </Button>
          {currentOwn && (
            <Button
              variant="text"
              size="s"
              disabledReason={ownFile ? t('own') : null}
              onClick={() => setIsLifting(true)}
            >
              {t('lift')}
            </Button>
          )}
        </Cluster>
      )}
      <ActionDialog act={useSetLimitsAction(sendLimits, draft, setDraft)} onClose={() => setDraft(null)} />
      <ActionDialog act={useLiftAction(sendLimits, isLifting)} onClose={() => setIsLifting(false)} />
    </Card>
  );
}

/** Fails if the limits were changed since they were displayed. */
const createLimitsSender =
  (personId: string, { own: ownLimits }: Limits) =>
  (limits: BodyOf<typeof setPersonLimits>['limits'], reason: string) =>
    call<typeof setPersonLimits>('POST', '/backoffice/people/:id/limits', {
      params: { id: personId },
      body: { limits, shownSetAt: ownLimits?.setAt ?? null, reason },
    });
type SendLimits = ReturnType<typeof createLimitsSender>;

function useLiftAction(sendLimits: SendLimits, open: boolean): StaffAction | null {
  const t = useTranslations('staffFigures.money');
  const { admin } = useRights();
  if (!open) return null;
  return {
    title: t('liftTitle'),
    text: admin ? t('liftText') : `${t('liftText')} ${t('onlyLower')}`,
    confirm: t('lift'),
    successText: t('lifted'),
    reasoned: true,
    run: (reason) => sendLimits(null, reason),
  };
}

function useSetLimitsAction(
  sendLimits: SendLimits,
  draft: LimitDraft | null,
  onChange: (draft: LimitDraft) => void,
): StaffAction | null {
  const t = useTranslations('staffFigures.money');
  const { admin } = useRights();
  const today = todayInTehran();
  if (!draft) return null;
  const validationError = validateLimitDraft(draft, today);
  const renderAmountField = (key: 'perDay' | 'perMonth', label: string) => (
    <Field
      label={label}
      {...(key === 'perMonth' && validationError === 'monthLess' && { error: t(validationError) })}
    >
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
    successText: t('limitsSet'),
    reasoned: true,
    disabledReason: validationError && t(validationError),
    fields: (
      <>
        {renderAmountField('perDay', t('dayToman'))}
        {renderAmountField('perMonth', t('monthToman'))}
        <Field label={t('untilDay')}>
          <DateInput
            value={draft.until}
            onChange={(until) => onChange({ ...draft, until })}
            openLabel={t('openUntil')}
            first={today}
            last={getLastDay(today)}
            around={today}
          />
        </Field>
      </>
    ),
    run: (reason) =>
      sendLimits({ perDay: draft.perDay, perMonth: draft.perMonth, until: getEndOfDay(draft.until) }, reason),
  };
}
