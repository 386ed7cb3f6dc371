import type { ProviderScenario, sandboxScenario } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useSession } from '../../lib/session/session.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';

/** In the order of the verification's steps. */
const SCENARIOS: readonly ProviderScenario[] = [
  'MATCH',
  'WRONG_OTP',
  'USED_OTP',
  'NATIONAL_CODE_INVALID',
  'MOBILE_INVALID',
  'MOBILE_MISMATCH',
  'NO_RECORD',
  'BANK_MISMATCH',
  'UNAVAILABLE',
];

/** Selects which refusal the simulated identity provider returns. */
export function Scenario() {
  const t = useTranslations('sandbox.scenario');
  const { signedIn } = useSession();
  return (
    <Card title={t('title')} aria-label={t('title')}>
      <Stack gap={3}>
        <Text size="sm" tone="soft">
          {t('text')}
        </Text>
        {signedIn ? (
          <ScenarioChoice />
        ) : (
          <>
            <Text size="s" tone="faint">
              {t('visitor')}
            </Text>
            <LoginNotice />
          </>
        )}
      </Stack>
    </Card>
  );
}

function ScenarioChoice() {
  const t = useTranslations('sandbox.scenario');
  const failure = useErrorMessages();
  const { mutate, isSuccess, variables, error } = useMutation({
    mutationFn: (scenario: ProviderScenario) =>
      call<typeof sandboxScenario>('POST', '/sandbox/identity-provider', { body: { scenario } }),
  });
  return (
    <Field
      label={t('field')}
      hint={isSuccess ? t('chosen') : undefined}
      error={error ? failure.text(error) : null}
    >
      <Select
        value={variables ?? null}
        onChange={mutate}
        options={SCENARIOS.map((value) => ({ value, label: t(value) }))}
      />
    </Field>
  );
}

function LoginNotice() {
  const t = useTranslations('nav');
  return (
    <LinkButton to="/login" variant="ghost">
      {t('login')}
    </LinkButton>
  );
}
