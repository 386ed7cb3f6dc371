import type { Account } from '@sarraf/domain/contracts';
import { IconDeviceMobilePlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { METHOD_ICONS } from '../../access/code-parts.tsx';
import accessCss from '../../access/parts.module.css';
import type { TwoStep } from '../../access/two-step.ts';
import { Link } from '../../framework/navigation/router.tsx';
import { signInOptionsQuery } from '../../lib/queries/queries.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack, Text } from '../../ui/layout/layout.tsx';
import { MethodModal } from './method-modal.tsx';
import { getSmsProblem, OFFERED_METHODS } from './two-step.ts';
import css from './two-step-card.module.css';
import { useMethodChange } from './use-method-change.ts';

interface TwoStepCardProps {
  account: Account;
  onCodes: (codes: readonly string[]) => void;
}

/** Choosing a method sends its code immediately; until the code is confirmed the previous method applies. */
export function TwoStepCard({ account, onCodes }: TwoStepCardProps) {
  const t = useTranslations('settings.twoStep');
  const { data: options } = useQuery(signInOptionsQuery);
  const current = account.twoStepAuthenticationType;
  const change = useMethodChange(current, onCodes);
  const validationError = getSmsProblem(account, options);
  return (
    <Card title={t('title')}>
      <p className={css.lead}>{t('lead')}</p>
      <Stack role="radiogroup" aria-label={t('title')} gap={3}>
        {OFFERED_METHODS.map((method) => (
          <MethodOption
            key={method}
            method={method}
            current={current}
            chosen={change.chosen}
            unavailableReason={method === 'SMS' && current !== 'SMS' ? validationError : null}
            onChoose={() => change.choose(method)}
          />
        ))}
      </Stack>
      {current === 'GOOGLE_AUTHENTICATOR' && (
        <Button
          variant="ghost"
          className={css.newPhone}
          icon={<IconDeviceMobilePlus size={18} aria-hidden />}
          disabled={change.chosen !== null}
          onClick={() => change.choose(current)}
        >
          {t('newPhone')}
        </Button>
      )}
      <MethodModal change={change} />
    </Card>
  );
}

interface MethodProps {
  method: TwoStep;
  current: TwoStep;
  /** The method being changed to. */
  chosen: TwoStep | null;
  unavailableReason: 'needMobile' | 'noSms' | null;
  onChoose: () => void;
}

function MethodOption({ method, current, chosen, unavailableReason, onChoose }: MethodProps) {
  const t = useTranslations('settings.twoStep');
  const id = useId();
  const Icon = METHOD_ICONS[method];
  const isSelected = (chosen ?? current) === method;
  return (
    <div className={cx(css.method, isSelected && css.on, unavailableReason !== null && css.off)}>
      <label className={css.label}>
        <input
          type="radio"
          name="two-step"
          value={method}
          checked={isSelected}
          disabled={unavailableReason !== null || (chosen !== null && !isSelected)}
          aria-describedby={id}
          onChange={onChoose}
          className={css.input}
        />
        <span className={css.icon}>
          {chosen === method ? <Spinner size={22} /> : <Icon size={24} stroke={1.6} aria-hidden />}
        </span>
        <Stack as="span" shrink>
          <Cluster as="span" gap={2} rowGap="line" wrap weight={600} className={css.name}>
            {t(`${method}.name`)}
            {method === current && <MethodBadge text={t('inUse')} strong />}
            {method === 'GOOGLE_AUTHENTICATOR' && method !== current && (
              <MethodBadge text={t('recommended')} />
            )}
          </Cluster>
          <Text id={id} as="span" size="s" tone="soft">
            {t(`${method}.text`)}
          </Text>
        </Stack>
        <span className={css.dot} aria-hidden />
      </label>
      {unavailableReason && (
        <p className={css.why}>
          {t(unavailableReason)}{' '}
          {unavailableReason === 'needMobile' && (
            <Link to="/profile/account" className={accessCss.link}>
              {t('toAccount')}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}

const MethodBadge = ({ text, strong }: { text: string; strong?: boolean }) => (
  <span className={cx(css.badge, strong && css.strong)}>{text}</span>
);
