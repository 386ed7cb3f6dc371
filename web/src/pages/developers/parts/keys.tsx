import { IconDownload, IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { CodeBlock } from '../../../ui/values/code-block.tsx';
import { CodeTabs } from '../code-tabs.tsx';
import css from '../developers.module.css';
import { LOG_IN, SIGN, VECTOR, VECTORS_NAME, VECTORS_URL } from '../examples.ts';
import { useTermsQuery } from '../queries.ts';
import { Definitions, Section, useSay } from '../section.tsx';

const PERMISSIONS = ['READ', 'TRADE', 'DEPOSIT', 'WITHDRAW'] as const;
const HEADERS = ['X-Api-Key', 'X-Api-Time', 'X-Api-Signature'] as const;
/** Equal to the description in the API documents (`api-documents/signing.ts`). */
const SIGNED = '{X-Api-Time}\n{METHOD}\n{path?query}\n{sha256 of the body, hex}';

/** API keys, their permissions, and how requests are signed. */
export function ProgramKeys() {
  return (
    <>
      <KeyIntroduction />
      <SigningGuide />
      <TestVectors />
      <LogInExample />
    </>
  );
}

function KeyIntroduction() {
  const t = useTranslations('developers.keys');
  const say = useSay();
  const { digits } = useFormat();
  const { data } = useQuery(useTermsQuery());
  return (
    <Section id="keys" title={t('about')}>
      <p>{say('keys.aboutText')}</p>
      <Definitions of={PERMISSIONS.map((name) => ({ name, text: say(`keys.permission.${name}`) }))} />
      {data && (
        <p>
          {say('keys.bounds', {
            keys: digits(data.baseDTO.keys),
            addresses: digits(data.baseDTO.keyAddresses),
          })}
        </p>
      )}
      <div className={css.actions}>
        <LinkButton to="/profile/settings/api" variant="ghost" icon={<IconKey size={18} aria-hidden />}>
          {t('open')}
        </LinkButton>
      </div>
    </Section>
  );
}

function SigningGuide() {
  const t = useTranslations('developers');
  const say = useSay();
  const { digits } = useFormat();
  const { data } = useQuery(useTermsQuery());
  return (
    <Section id="signing" title={t('keys.signing')}>
      <p>{say('keys.signingText')}</p>
      <CodeBlock text={SIGNED} copy={t('copy')} />
      <Definitions of={HEADERS.map((name) => ({ name, text: say(`keys.header.${name}`) }))} />
      <CodeTabs examples={SIGN} name="sign" />
      <ul className={css.steps}>
        {data && <li>{say('keys.window', { seconds: digits(data.baseDTO.signatureWindow / 1000) })}</li>}
        <li>{say('keys.once')}</li>
        <li>{say('keys.exact')}</li>
        <li>{say('keys.started')}</li>
      </ul>
    </Section>
  );
}

function TestVectors() {
  const t = useTranslations('developers');
  const say = useSay();
  return (
    <Section id="vectors" title={t('keys.vectors')}>
      <p>{say('keys.vectorsText')}</p>
      <CodeBlock name={t('keys.vectorText')} text={VECTOR.text} copy={t('copy')} />
      <CodeBlock name={t('keys.vectorBody')} text={VECTOR.body} copy={t('copy')} />
      <CodeBlock name={t('keys.vectorEd25519')} text={VECTOR.ed25519} copy={t('copy')} />
      <CodeBlock name={t('keys.vectorHmac')} text={VECTOR.hmacSha256} copy={t('copy')} />
      <ul className={css.files}>
        <li>
          <a href={VECTORS_URL} download={VECTORS_NAME}>
            <IconDownload size={18} aria-hidden />
            <span className="latin">{VECTORS_NAME}</span>
          </a>
        </li>
      </ul>
    </Section>
  );
}

function LogInExample() {
  const t = useTranslations('developers');
  const say = useSay();
  return (
    <Section id="log-in" title={t('keys.logIn')}>
      <p>{say('keys.logInText')}</p>
      <CodeBlock name="log-in.ts" text={LOG_IN} copy={t('copy')} />
    </Section>
  );
}
