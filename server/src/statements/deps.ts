import type { ExchangeInfo } from '@sarraf/domain/contracts';
import type { createIssuedDocuments } from '../issued-documents/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { Referral } from '../referral/index.ts';
import type { SealedFiles } from './sealed-files.ts';

export interface StatementsDeps {
  db: Db;
  config: Pick<Config, 'DATA_DIR'>;
  clock: Clock;
  log: Log;
  secrets: Secrets;
  referral: Pick<Referral, 'fold'>;
  issuedDocuments: Pick<ReturnType<typeof createIssuedDocuments>, 'issueStatement' | 'shownCode'>;
  /** The company that issues it, in the statement's language; a name that is empty isn't set. */
  issuer(lang: 'fa' | 'en'): Promise<IssuingCompany>;
  /** Of the verified account: a company's own name and national id. */
  holder(userId: string): Promise<Holder>;
}

export type IssuingCompany = Pick<
  ExchangeInfo,
  'legalName' | 'registrationNumber' | 'nationalId' | 'address'
>;

export interface Holder {
  name: string;
  nationalCode: string;
}

/** What the operations of this folder work with. */
export interface StatementsContext extends StatementsDeps {
  files: SealedFiles;
  now(): Date;
}
