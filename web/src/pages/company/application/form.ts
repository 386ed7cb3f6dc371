import {
  type CompanyField,
  type CompanyFieldError,
  type CompanyForm,
  validateCompanyForm,
} from '@sarraf/domain';
import type { COMPANY_DOCUMENTS, CompanyApplication } from '@sarraf/domain/contracts';

export type ApplicationPaper = (typeof COMPANY_DOCUMENTS)[number];
export const PAPERS: readonly ApplicationPaper[] = ['warranty', 'businessLicense'];
export type ApplicationTextField = Exclude<CompanyField, ApplicationPaper>;

/** State of the form. */
export interface ApplicationDraft extends Record<ApplicationTextField, string> {
  /** Newly chosen, in place of those sent earlier. */
  files: Partial<Record<ApplicationPaper, File>>;
}

export const toApplicationDraft = (sent: CompanyApplication | null): ApplicationDraft => ({
  companyName: sent?.companyName ?? '',
  companyNationalId: sent?.companyNationalId ?? '',
  companyPhone: sent?.companyPhone ?? '',
  companyAddress: sent?.companyAddress ?? '',
  files: {},
});

/** Builds the form that the domain's rules validate, here and on the server. */
function toApplicationForm(
  draft: ApplicationDraft,
  sent: CompanyApplication | null,
  inIran: boolean,
): CompanyForm {
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

/** Errors in the order of the page. */
export const validateApplicationDraft = (
  draft: ApplicationDraft,
  sent: CompanyApplication | null,
  inIran: boolean,
): CompanyFieldError[] => validateCompanyForm(toApplicationForm(draft, sent, inIran));

/** Returns the parts of the request: a change includes the version that it is based on. */
export function toRequestParts(draft: ApplicationDraft, sent: CompanyApplication | null) {
  const { files, ...text } = draft;
  return {
    fields: { ...text, ...(sent?.state === 'PENDING' && { version: String(sent.version) }) },
    files: files as Record<string, File>,
  };
}

export type ApplicationServerErrors = Partial<Record<CompanyField, CompanyFieldError['code'] | 'DUPLICATE'>>;

/** Maps a refusal of the server to the fields that it names. */
export function toApplicationServerErrors({
  code,
  errors,
}: {
  code: string;
  errors: readonly string[];
}): ApplicationServerErrors {
  if (code === 'USER_IDENTITY_DATA') return { companyNationalId: 'DUPLICATE' };
  if (code !== 'ACCOUNT_INVALID') return {};
  return Object.fromEntries(errors.map((error) => error.split('.')));
}

export const getFieldLabelKey = (field: CompanyField, inIran: boolean) =>
  field === 'companyNationalId' && !inIran ? 'companyRegistration' : field;
