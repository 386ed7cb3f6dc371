import { useTranslations } from 'use-intl';
import { getTagInAddress } from '../../../address-book/destination.ts';
import { getMemoType } from '../../../transfers/memo-type.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import css from '../withdrawal/withdraw.module.css';
import type { CoinWithdrawState } from './use-coin-withdraw.ts';

/**
 * The tag, by which exchanges identify their customers; for a personal wallet the person confirms that there is
 * none.
 */
export function TagField({ form, error }: { form: CoinWithdrawState; error: string | null }) {
  const t = useTranslations('withdraw');
  const { draft } = form;
  const tagInAddress = getTagInAddress(draft);
  if (tagInAddress !== null) return <Callout>{t('carriedTag', { tag: tagInAddress })}</Callout>;
  const memo = draft.tokenType === null ? null : getMemoType(draft.tokenType, draft.tag);
  return (
    <Stack gap={2} align="start" className={css.address}>
      <Field
        label={t('tag')}
        hint={
          memo ? t.rich(`memoHint.${memo}`, { c: (chunks) => <bdi dir="ltr">{chunks}</bdi> }) : t('tagHint')
        }
        error={error}
      >
        <TextInput
          latin
          name="tag"
          autoComplete="off"
          maxLength={100}
          value={draft.tag}
          disabled={draft.noTag}
          onChange={(event) => form.change({ tag: event.target.value })}
        />
      </Field>
      <Checkbox
        checked={draft.noTag}
        onChange={(event) => form.change({ noTag: event.target.checked, tag: '' })}
      >
        {t('noTag')}
      </Checkbox>
      {draft.noTag && <Callout tone="warn">{t('tagLost')}</Callout>}
    </Stack>
  );
}
