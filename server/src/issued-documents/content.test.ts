/** Inputs of a receipt's code, and the part of it that the ledger must still confirm. */
import type { WithdrawalRow } from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import { newId } from '../platform/ids.ts';
import { createSecrets } from '../platform/secrets/secrets.ts';
import { hasSameContent, RECEIPT_CONTENT } from './content.ts';
import { codeOf } from './issue.ts';

const ROW: WithdrawalRow = {
  ...{ id: newId(), number: '7Q2M-04KD-9XTR', relatedCoin: 'STELLAR', tokenType: 'STELLAR' },
  ...{ amount: '25.0000000', fee: '0.0100000', receives: '24.9900000' },
  destinationWalletAddress: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
  ...{ tag: '4711', label: null, bankAccount: null, state: 'DONE', transactionStatus: 'CONFIRMED' },
  ...{ isDone: true, cancellable: false, message: '', txid: 'aa', link: null, confirmations: null },
  ...{ neededConfirmations: null, promisedAtDateTime: null, doneAtDateTime: null },
  createdAtDateTime: '2026-11-26T09:00:00.000Z',
};
const buildContent = (change: Partial<WithdrawalRow> = {}) =>
  RECEIPT_CONTENT.WITHDRAWAL({ ...ROW, ...change }, 'س. ا.');

describe("the content of a withdrawal's receipt", () => {
  it('includes its address, its tag and each of its numbers, so that a change to any is detected', () => {
    expect(hasSameContent(buildContent(), buildContent())).toBe(true);
    for (const change of [
      { destinationWalletAddress: 'GDW6AUTBXTOC7FIKUO5BOO3OGLK4SF7ZPOBLMQHMZDI45J2Z6VXRB5NR' },
      { tag: '4712' },
      { tag: null },
      { amount: '25.0000001' },
      { fee: '0.0100001' },
      { receives: '24.9900001' },
      { createdAtDateTime: '2026-11-26T09:00:00.001Z' },
    ])
      expect(hasSameContent(buildContent(), buildContent(change)), JSON.stringify(change)).toBe(false);
  });

  it('has another code for each person, withdrawal, state and transaction', () => {
    const secrets = createSecrets([Buffer.alloc(32, 7)]);
    const of = { userId: newId(), subject: ROW.id };
    const code = codeOf(secrets, of, buildContent());
    expect(codeOf(secrets, of, buildContent())).toBe(code);
    const others = [
      codeOf(secrets, { ...of, userId: newId() }, buildContent()),
      codeOf(secrets, { ...of, subject: newId() }, buildContent()),
      codeOf(secrets, of, buildContent({ state: 'SENT' })),
      codeOf(secrets, of, buildContent({ txid: 'bb' })),
      codeOf(secrets, of, buildContent({ tag: '4712' })),
      codeOf(createSecrets([Buffer.alloc(32, 8)]), of, buildContent()),
    ];
    expect(new Set([code, ...others]).size).toBe(7);
  });
});
