import { buildSignerRequestMessage } from '@sarraf/domain';
import { IconDownload, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { deriveChallenge } from '../../../lib/browser/security-key.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import css from '../shared/parts.module.css';
import { ActionProblem } from '../shared/parts.tsx';
import { useStaffMutation } from '../shared/use-act.ts';
import { parseSignerRequest } from './act-text.ts';
import moneyCss from './money.module.css';
import { canSignBy, useSigning } from './use-signing.ts';

/** Signs a request of the signer operator that raises limits or changes destinations. */
export function SignRequestCard({ keys }: { keys: readonly string[] }) {
  const t = useTranslations('treasury.keys');
  const signing = useTranslations('treasury.sign');
  const { way, sign } = useSigning();
  const [text, setText] = useState('');
  const [signature, setSignature] = useState<string | null>(null);
  const requestText = text.trim();
  const signerRequest = parseSignerRequest(requestText);
  const { mutate, busy, problem } = useStaffMutation({
    run: async () =>
      setSignature(
        `${JSON.stringify(await sign(await deriveChallenge(buildSignerRequestMessage(requestText)), keys), null, 2)}\n`,
      ),
  });
  const wanting = requestText === '' ? t('actNeeded') : signerRequest === null ? t('actUnknown') : null;
  return (
    <Card>
      <Stack gap={4}>
        <div>
          <h2>{t('actTitle')}</h2>
          <p className={css.lead}>{t('actText')}</p>
        </div>
        <Field label={t('act')}>
          <TextArea
            rows={3}
            dir="ltr"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setSignature(null);
            }}
          />
        </Field>
        {signerRequest && (
          <div>
            <Text weight={600}>{t(`acts.${signerRequest.kind}`)}</Text>
            <pre className={moneyCss.address} dir="ltr">
              {signerRequest.text}
            </pre>
          </div>
        )}
        {signature === null ? (
          <div>
            <Button
              icon={<IconKey size={18} aria-hidden />}
              busy={busy}
              disabledReason={wanting ?? (canSignBy(way) ? null : signing(`off.${way}`))}
              onClick={() => mutate()}
            >
              {signing(`do.${canSignBy(way) ? way : 'KEY'}`)}
            </Button>
          </div>
        ) : (
          <>
            <Text as="p" size="sm">
              {t('signedText')}
            </Text>
            <div>
              <Button
                icon={<IconDownload size={18} aria-hidden />}
                onClick={() =>
                  saveFile(new Blob([signature], { type: 'application/json' }), 'signature.json')
                }
              >
                {t('saveSignature')}
              </Button>
            </div>
          </>
        )}
        <ActionProblem text={problem} />
      </Stack>
    </Card>
  );
}
