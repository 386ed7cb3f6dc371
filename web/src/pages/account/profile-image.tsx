import type { Account } from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { DocumentField } from '../../documents/document-field.tsx';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { toast } from '../../lib/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { replaceProfileImage } from './form/save-account.ts';
import { refetchAccount } from './queries.ts';

/** The only picture that may change after approval; it is uploaded as soon as it is chosen. */
export function ProfileImage({ account }: { account: Account }) {
  const t = useTranslations('account');
  const { text } = useErrorMessages();
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: (file: File) => replaceProfileImage(file, () => undefined),
    onSuccess: async () => {
      await refetchAccount();
      toast(t('document.profileSaved'), 'done');
    },
  });
  return (
    <Card>
      <DocumentField
        kind="profileImage"
        name={t('field.profileImage')}
        guide={t('document.guide.profileImage')}
        file={isPending ? variables : undefined}
        savedId={account.profileImage}
        error={error ? text(error) : null}
        disabled={isPending}
        onFile={(file) => (file ? mutate(file) : reset())}
      />
    </Card>
  );
}
