/**
 * docs/spec-coverage.md names existing tests, and lists every call (§7) and code (§8.2) of the specification;
 * docs/fault-coverage.md lists every law and fault.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '@sarraf/domain';
import * as contracts from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const DOCUMENT = 'docs/spec-coverage.md';
const FAULTS = 'docs/fault-coverage.md';

/** Calls named by §7; of identity provider and logout, the GETs that it writes. */
const CALLS = {
  '7.1': [
    contracts.exchangeInfo,
    contracts.exchangePriceUsd,
    contracts.exchangePriceUsdt,
    contracts.priceUsd,
    contracts.coinDetails,
    contracts.coins,
    contracts.supportingCoins,
    contracts.cryptoInfo,
    contracts.marketInfoHome,
    contracts.marketInfo,
    contracts.faq,
    contracts.userManual,
    contracts.blog,
    contracts.market,
    contracts.news,
  ],
  '7.2': [contracts.exchangeBuy, contracts.exchangeSell, contracts.orders, contracts.trades],
  '7.3': [
    contracts.customerAddresses,
    contracts.walletAddress,
    contracts.requestWithdrawal,
    contracts.checkDeposit,
    contracts.depositToman,
    contracts.payCompany,
    contracts.withdrawals,
    contracts.deposits,
    contracts.verifiedBankAccounts,
  ],
  '7.4': [
    contracts.login,
    contracts.register,
    contracts.beginGoogleSignIn,
    contracts.checkOtpCode,
    contracts.resendOtpCode,
    contracts.sendPasswordResetCode,
    contracts.resetPassword,
    contracts.changePassword,
    contracts.sendVerificationCode,
    contracts.completeTwoStepChange,
    contracts.sendWithdrawalCode,
    contracts.account,
    contracts.createAccount,
    contracts.updateAccount,
    contracts.accountLevels,
    contracts.idFormatTypes,
    contracts.countries,
    contracts.setCountry,
    contracts.changeMobile,
    contracts.changeEmail,
    contracts.resendMobileOtp,
    contracts.resendEmailOtp,
    contracts.completeMobileChange,
    contracts.completeEmailChange,
    contracts.loginHistory,
    contracts.invites,
    contracts.logoutGet,
    contracts.sendProviderSmsGet,
    contracts.checkProviderOtpGet,
  ],
  '7.5': [contracts.company, contracts.saveCompany],
} satisfies Record<string, readonly contracts.Endpoint[]>;

const CODES = [
  'BAD_REQUEST',
  'NOT_FOUND',
  'CONFLICT',
  'FORBIDDEN',
  'FINNOTECH_NOT_COMPLETED',
  'MOBILE_NUMBER_NOT_FOUND',
  'AMOUNT_NOT_ALLOWED',
  'Invalid Phone Number',
  'Old Password Is Incorrect',
  'user not found',
  'Not Enough Balance',
  'NOT_ENOUGH_BALANCE_TOMAN',
  'SMS_OTP_UNAVAILABLE',
  'MARKET_IS_NOT_ACTIVE',
  'Invalid Username Or Password',
  'Not Enough HDWallets',
  'Incorrect OTP',
  'Code Expired',
  'username exist',
  'You Dont Have This Coin Wallet',
  "You Don't Have Enough Credit",
  'You Are Not Allowed To Login!',
  'EXCEL_NOT_GENERATED',
  'CANT_DELETE_WITHDRAWAL_REQUEST',
  'ADDRESS_NOT_FOUND',
  'AMOUNT_IS_HIGH',
  'AMOUNT_IS_LOW',
  'INVALID_TXID',
  'UNACCEPTABLE_AMOUNT',
  'TOO_MANY_REQUESTS',
  'LOW_AMOUNT',
  'COUNTRY_PREFIX_MISMATCH',
] as const satisfies readonly (keyof typeof ERRORS)[];
/** Items of USER_IDENTITY_DATA, and the text of a success. */
const OTHER_WORDS = [
  'MOBILE_IS_INCORRECT',
  'NATIONAL_CODE_IS_INCORRECT',
  'TELEPHONE_IS_INCORRECT',
  'order deleted',
];

/** Deliberate differences: a row without its mark would claim to follow the specification. */
const SETTLED = [
  '`POST /company`',
  '`username exist`',
  '`TELEPHONE_IS_INCORRECT`',
  'chart: Tehran time',
  'success message of each kind',
  'a company sees the deposits of Toman alone',
  'walletEx: seven figures',
  'e-mail pattern',
  'tiny values',
];

interface Row {
  /** The section's heading: "7.1 Market and content". */
  section: string;
  requirement: string;
  /** In backticks at its beginning: "GET /faq". */
  name: string | undefined;
  evidence: string;
}
interface Named {
  file: string;
  /** Titles of the describe, if the row names it, and of the test. */
  titles: string[];
}

function readRows(document: string): Row[] {
  let section = '';
  const rows: Row[] = [];
  for (const line of readFileSync(join(root, document), 'utf8').split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!line.startsWith('| ') || /^\| (asked for|---) \|/.test(line)) continue;
    const [, requirement = '', evidence = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    rows.push({ section, requirement, name: /^`([^`]+)`/.exec(requirement)?.[1], evidence });
  }
  return rows;
}
const rows = readRows(DOCUMENT);
const faultRows = readRows(FAULTS);

const namedIn = (evidence: string): Named[] =>
  evidence.split('<br>').flatMap((part) => {
    const [, file, titles] = /^`([^`]+\.test\.tsx?)` · (.+)$/.exec(part) ?? [];
    return file && titles ? [{ file, titles: titles.replaceAll('\\|', '|').split(' › ') }] : [];
  });

/** Returns a row's remarks apart from the tests it names. */
const remarksOf = (evidence: string): string[] =>
  evidence.split('<br>').filter((part) => namedIn(part).length === 0);
const isDifferent = (evidence: string): boolean =>
  remarksOf(evidence).some((part) => part.startsWith('differs:'));
const REASONED = /^differs: \S.* because \S/;

const tests = [...rows, ...faultRows].flatMap(({ evidence }) => namedIn(evidence));

/** A first argument of describe, it or test, also after `.each(…)`; skipped tests don't count. */
const TITLE =
  /(?:\b(?:describe|it|test)(?:\.(?!skip|todo)\w+)*|[)\]`])\(\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`)\s*,/g;
const titlesOf = new Map<string, string[]>();

/** Returns titles in the order of the file. */
function readTitles(file: string): string[] {
  const cachedTitles = titlesOf.get(file);
  if (cachedTitles) return cachedTitles;
  const source = readFileSync(join(root, file), 'utf8').replace(/^\s*\/\/.*$/gm, '');
  const titles = [...source.matchAll(TITLE)].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replace(/\\(.)/g, '$1'),
  );
  titlesOf.set(file, titles);
  return titles;
}

/** Placeholders of a table of cases: %s, $name.part, ${name}. */
const FILLED = /%[sdijfo]|\$\{[^}]*\}|\$[a-z][\w.]*/gi;

/** Whether a title equals the written one, or matches it with a case filled in by its fixed words, which must exist. */
function fits(title: string, written: string): boolean {
  if (title === written) return true;
  const fixed = title.split(FILLED);
  if (fixed.length === 1 || !/\p{L}{3}/u.test(fixed.join(' '))) return false;
  const escaped = fixed.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.+')}$`).test(written);
}

/** The describe comes before its test. */
function isThere({ file, titles }: Named): boolean {
  let from = 0;
  const all = readTitles(file);
  return titles.every((written) => {
    const at = all.findIndex((title, i) => i >= from && fits(title, written));
    from = at + 1;
    return at >= 0;
  });
}

describe(DOCUMENT, () => {
  it('names test files that exist', () => {
    expect(tests.length).toBeGreaterThan(300);
    expect(tests.filter(({ file }) => !existsSync(join(root, file))).map(({ file }) => file)).toEqual([]);
  });

  it('names tests by their exact titles', () => {
    const lost = tests.filter((one) => existsSync(join(root, one.file)) && !isThere(one));
    expect(lost.map(({ file, titles }) => `${file} · ${titles.join(' › ')}`)).toEqual([]);
  });

  it('has in each row a test, what is missing, or what differs', () => {
    const odd = [...rows, ...faultRows].filter(
      ({ evidence }) =>
        evidence === '' || remarksOf(evidence).some((part) => !/^(missing|differs): \S/.test(part)),
    );
    expect(odd).toEqual([]);
  });

  it('gives the reason of each difference, and a test of the actual behaviour', () => {
    const bare = rows.filter(
      ({ evidence }) =>
        remarksOf(evidence).some((part) => part.startsWith('differs:') && !REASONED.test(part)) ||
        (isDifferent(evidence) && namedIn(evidence).length === 0),
    );
    expect(bare).toEqual([]);
  });

  it.each(SETTLED)('states that “%s” differs', (requirement) => {
    const matches = rows.filter((row) => row.requirement.startsWith(requirement));
    expect(matches.map(({ evidence }) => isDifferent(evidence))).toEqual([true]);
  });

  it.each(Object.entries(CALLS))('has a row for every call of §%s, and no other', (section, endpoints) => {
    const listed = rows.filter((row) => row.section.startsWith(`${section} `)).map(({ name }) => name);
    expect(listed.toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  it('has a row for every code of §8.2, and no other', () => {
    const listed = rows.filter(({ section }) => section.startsWith('8.2 ')).map(({ name }) => name);
    expect(listed.toSorted()).toEqual([...CODES, ...OTHER_WORDS].toSorted());
    expect(CODES.filter((code) => !(code in ERRORS))).toEqual([]);
  });
});

const numbered = (letter: string, most: number, digits: number): string[] =>
  Array.from({ length: most }, (_, i) => letter + String(i + 1).padStart(digits, '0'));

it('docs/fault-coverage.md has a row for every law and every fault', () => {
  const listed = faultRows.map(({ requirement }) => requirement.split(':')[0]);
  expect(listed).toEqual([...numbered('I', 10, 1), ...numbered('F', 30, 2)]);
});

it('fits matches a title by the words that a case does not fill in', () => {
  expect(fits('5: %s is told why', '5: PENDING is told why')).toBe(true);
  expect(fits('5: %s is told why', '5: PENDING is told')).toBe(false);
  expect(fits('$asset on $tokenType', 'TETHER on ERC20')).toBe(false);
  expect(fits('%s', 'anything')).toBe(false);
  expect(fits('%s', '%s')).toBe(true);
});
