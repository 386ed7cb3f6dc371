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
  referral: Pick<Referral, 'foldTransfers'>;
  issuedDocuments: Pick<ReturnType<typeof createIssuedDocuments>, 'issueStatement' | 'shownCode'>;
  /** Returns the issuing company, in the statement's language; an empty name isn't set. */
  readIssuer(lang: 'fa' | 'en'): Promise<IssuingCompany>;
  /** Returns the holder of the verified account: for a company its name and national id. */
  readHolder(userId: string): Promise<Holder>;
}

export type IssuingCompany = Pick<
  ExchangeInfo,
  'legalName' | 'registrationNumber' | 'nationalId' | 'address'
>;

export interface Holder {
  name: string;
  nationalCode: string;
}

/** Dependencies of the operations of this folder. */
export interface StatementsContext extends StatementsDeps {
  files: SealedFiles;
  now(): Date;
}
