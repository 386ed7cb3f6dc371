import { type CompanyFault, type CompanyField, type CompanyForm, companyFaults } from '@sarraf/domain';
import type { COMPANY_DOCUMENTS, CompanyApplication } from '@sarraf/domain/contracts';

export type Paper = (typeof COMPANY_DOCUMENTS)[number];
export const PAPERS: readonly Paper[] = ['warranty', 'businessLicense'];
export type TextField = Exclude<CompanyField, Paper>;

/** What stands in the form. */
export interface Draft extends Record<TextField, string> {
  /** Chosen now, in place of what was sent before. */
  files: Partial<Record<Paper, File>>;
}

export const draftOf = (sent: CompanyApplication | null): Draft => ({
  companyName: sent?.companyName ?? '',
  companyNationalId: sent?.companyNationalId ?? '',
  companyPhone: sent?.companyPhone ?? '',
  companyAddress: sent?.companyAddress ?? '',
  files: {},
});

/** The form as the rules of the domain judge it, here and at the server alike. */
function formOf(draft: Draft, sent: CompanyApplication | null, inIran: boolean): CompanyForm {
  const { files, companyName, companyNationalId, companyPhone, companyAddress } = draft;
  return {
    inIran,
    companyName: companyName.trim(),
    companyNationalId: companyNationalId.trim(),
    companyPhone: companyPhone.trim(),
    companyAddress: companyAddress.trim(),
    documents: {
      warranty: Boolean(files.warranty ?? sent?.warranty),
      businessLicense: Boolean(files.businessLicense ?? sent?.businessLicense),
    },
  };
}

/** In the order of the page. */
export const faultsOf = (draft: Draft, sent: CompanyApplication | null, inIran: boolean): CompanyFault[] =>
  companyFaults(formOf(draft, sent, inIran));

/** What is sent: a change names the version that it was made on. */
export function partsOf(draft: Draft, sent: CompanyApplication | null) {
  const { files, ...text } = draft;
  return {
    fields: { ...text, ...(sent?.state === 'PENDING' && { version: String(sent.version) }) },
    files: files as Record<string, File>,
  };
}

export type Refused = Partial<Record<CompanyField, CompanyFault['fault'] | 'DUPLICATE'>>;

/** Where a refusal of the server stands: at the fields that it names. */
export function refusedOf({ code, errors }: { code: string; errors: readonly string[] }): Refused {
  if (code === 'USER_IDENTITY_DATA') return { companyNationalId: 'DUPLICATE' };
  if (code !== 'ACCOUNT_INVALID') return {};
  return Object.fromEntries(errors.map((error) => error.split('.')));
}

export const nameOf = (field: CompanyField, inIran: boolean) =>
  field === 'companyNationalId' && !inIran ? 'companyRegistration' : field;
