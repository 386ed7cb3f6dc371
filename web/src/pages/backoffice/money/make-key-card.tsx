import { fingerprintOf, fingerprintText } from '@sarraf/domain';
import { IconDownload, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { hasSecurityKeys, makeKey, sha256 } from '../../../lib/browser/security-key.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { Copyable } from '../../../ui/values/copyable.tsx';
import css from '../shared/parts.module.css';
import { Problem } from '../shared/parts.tsx';
import { useStaffMutation } from '../shared/use-act.ts';

interface MakeKeyCardProps {
  person: { staffId: string; name: string };
  /** Ids of the person's existing keys. */
  except: readonly string[];
}

/** Creates a key in the browser, and the file with which the signer operator enrols it. */
export function MakeKeyCard({ person, except }: MakeKeyCardProps) {
  const t = useTranslations('treasury.keys');
  const site = useTranslations('app')('name');
  const [second, setSecond] = useState(false);
  const [made, setMade] = useState<{ file: string; fingerprint: string } | null>(null);
  const { mutate, busy, problem } = useStaffMutation({
    run: async () => {
      const { staffId, name } = person;
      const { id, publicKey } = await makeKey(site, { id: staffId, name }, except);
      const key = { id, publicKey, origin: location.origin, staffId, name, second };
      setMade({
        file: `${JSON.stringify(key, null, 2)}\n`,
        fingerprint: fingerprintOf(await sha256(fingerprintText(key))),
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
        {made ? (
          <>
            <Copyable label={t('fingerprint')} text={made.fingerprint} copy={t('copyFingerprint')} />
            <Text as="p" size="sm">
              {t('madeText')}
            </Text>
            <div>
              <Button
                icon={<IconDownload size={18} aria-hidden />}
                onClick={() =>
                  saveFile(new Blob([made.file], { type: 'application/json' }), 'approval-key.json')
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
        <Problem text={problem} />
      </Stack>
    </Card>
  );
}
