import { buildFingerprintText, shortenFingerprint } from '@sarraf/domain';
import { IconDownload, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { createSecurityKey, hasSecurityKeys, sha256 } from '../../../lib/browser/security-key.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { Copyable } from '../../../ui/values/copyable.tsx';
import css from '../shared/parts.module.css';
import { ActionProblem } from '../shared/parts.tsx';
import { useStaffMutation } from '../shared/use-act.ts';

interface CreateKeyCardProps {
  person: { staffId: string; name: string };
  /** Ids of the person's existing keys. */
  except: readonly string[];
}

/** Creates a key in the browser, and the file with which the signer operator enrols it. */
export function CreateKeyCard({ person, except }: CreateKeyCardProps) {
  const t = useTranslations('treasury.keys');
  const siteName = useTranslations('app')('name');
  const [second, setSecond] = useState(false);
  const [createdKey, setCreatedKey] = useState<{ file: string; fingerprint: string } | null>(null);
  const { mutate, busy, problem } = useStaffMutation({
    run: async () => {
      const { staffId, name } = person;
      const { id, publicKey } = await createSecurityKey(siteName, { id: staffId, name }, except);
      const key = { id, publicKey, origin: location.origin, staffId, name, second };
      setCreatedKey({
        file: `${JSON.stringify(key, null, 2)}\n`,
        fingerprint: shortenFingerprint(await sha256(buildFingerprintText(key))),
      });
    },
  });
  return (
    <Card>
      <Stack gap={4}>
        <div>
          <h2>{t('makeTitle')}</h2>
          <p className={css.lead}>{t('makeText')}</p>
        </div>
        {createdKey ? (
          <>
            <Copyable label={t('fingerprint')} text={createdKey.fingerprint} copy={t('copyFingerprint')} />
            <Text as="p" size="sm">
              {t('madeText')}
            </Text>
            <div>
              <Button
                icon={<IconDownload size={18} aria-hidden />}
                onClick={() =>
                  saveFile(new Blob([createdKey.file], { type: 'application/json' }), 'approval-key.json')
                }
              >
                {t('saveKey')}
              </Button>
            </div>
          </>
        ) : (
          <>
            <Checkbox checked={second} onChange={(event) => setSecond(event.target.checked)}>
              {t('maySecond')}
            </Checkbox>
            <div>
              <Button
                icon={<IconKey size={18} aria-hidden />}
                busy={busy}
                disabledReason={hasSecurityKeys() ? null : t('unsupported')}
                onClick={() => mutate()}
              >
                {t('make')}
              </Button>
            </div>
          </>
        )}
        <ActionProblem text={problem} />
      </Stack>
    </Card>
  );
}
