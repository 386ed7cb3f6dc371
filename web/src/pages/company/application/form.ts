import { type CompanyFault, type CompanyField, type CompanyForm, companyFaults } from '@sarraf/domain';
import type { COMPANY_DOCUMENTS, CompanyApplication } from '@sarraf/domain/contracts';

export type ApplicationPaper = (typeof COMPANY_DOCUMENTS)[number];
export const PAPERS: readonly ApplicationPaper[] = ['warranty', 'businessLicense'];
export type ApplicationTextField = Exclude<CompanyField, ApplicationPaper>;

/** What stands in the form. */
export interface ApplicationDraft extends Record<ApplicationTextField, string> {
  /** Chosen now, in place of what was sent before. */
  files: Partial<Record<ApplicationPaper, File>>;
}

export const applicationDraftOf = (sent: CompanyApplication | null): ApplicationDraft => ({
  companyName: sent?.companyName ?? '',
  companyNationalId: sent?.companyNationalId ?? '',
  companyPhone: sent?.companyPhone ?? '',
  companyAddress: sent?.companyAddress ?? '',
  files: {},
});

/** The form as the rules of the domain judge it, here and at the server alike. */
function formOf(draft: ApplicationDraft, sent: CompanyApplication | null, inIran: boolean): CompanyForm {
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
export const applicationFaultsOf = (
  draft: ApplicationDraft,
  sent: CompanyApplication | null,
  inIran: boolean,
): CompanyFault[] => companyFaults(formOf(draft, sent, inIran));

/** What is sent: a change names the version that it was made on. */
export function partsOf(draft: ApplicationDraft, sent: CompanyApplication | null) {
  const { files, ...text } = draft;
  return {
    fields: { ...text, ...(sent?.state === 'PENDING' && { version: String(sent.version) }) },
    files: files as Record<string, File>,
  };
}

export type RefusedApplication = Partial<Record<CompanyField, CompanyFault['fault'] | 'DUPLICATE'>>;

/** Where a refusal of the server stands: at the fields that it names. */
export function refusedApplicationOf({
  code,
  errors,
}: {
  code: string;
  errors: readonly string[];
}): RefusedApplication {
  if (code === 'USER_IDENTITY_DATA') return { companyNationalId: 'DUPLICATE' };
  if (code !== 'ACCOUNT_INVALID') return {};
  return Object.fromEntries(errors.map((error) => error.split('.')));
}

export const applicantNameOf = (field: CompanyField, inIran: boolean) =>
  field === 'companyNationalId' && !inIran ? 'companyRegistration' : field;
