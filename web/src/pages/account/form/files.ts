import type { AccountForm } from '@sarraf/domain';
import type { DocumentKind } from '@sarraf/domain/contracts';

/** Returns the kinds of documents that the form requires, in the order of the page. */
export function listRequiredDocuments(
  form: Pick<AccountForm, 'customerKind' | 'idFormatType'>,
): DocumentKind[] {
  return [
    'image',
    ...(form.idFormatType === 'ID_CARD' ? (['backImage'] as const) : []),
    ...(form.customerKind === 'COMPANY' ? (['warranty', 'businessLicense'] as const) : []),
    'profileImage',
  ];
}
