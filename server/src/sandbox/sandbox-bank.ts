import { createHash, randomBytes } from 'node:crypto';
import { maskCard } from '@sarraf/domain';
import type { BankDecision } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import type {
  GatewayVerification,
  PaymentGateway,
  SandboxBank,
  SandboxBankPayment,
} from '../wallet/ports.ts';

/** Another card of the payer, which belongs to no customer. */
const OTHER_CARD = '6273531000000001';

/** Faults injected by tests; empty in the sandbox. */
export interface SandboxBankFaults {
  /** The payer uses this card, whatever card was requested. */
  paidCard?: string;
  /** The payer pays this much, whole Toman. */
  paidAmount?: bigint;
  /** Number of verifications that succeed but whose responses get lost. */
  lostVerifications?: number;
  /** Number of requests that fail. */
  failedRequests?: number;
}

interface BankPaymentRow {
  authority: string;
  amount: bigint;
  description: string;
  callback_url: string;
  card: string;
  state: SandboxBankPayment['state'];
  paid_amount: bigint | null;
  paid_card: string | null;
  reference: string | null;
}

const PAYMENT_COLUMNS = sql`authority, amount, description, callback_url, card, state, paid_amount, paid_card, reference`;

/**
 * Simulator of a bank gateway that behaves like Zarinpal. Its state is in its own table, so that a payment survives
 * a restart.
 */
export function createSandboxBank(
  db: Db,
  publicUrl: string,
  faults: SandboxBankFaults = {},
): PaymentGateway & SandboxBank {
  const findRow = async (authority: string): Promise<BankPaymentRow | null> => {
    const { rows } =
      await sql<BankPaymentRow>`select ${PAYMENT_COLUMNS} from sandbox_bank_payments where authority = ${authority}`.execute(
        db,
      );
    return rows[0] ?? null;
  };

  async function request(paymentRequest: Parameters<PaymentGateway['request']>[0]) {
    if (takeFault(faults, 'failedRequests')) throw new Error('the sandbox bank is down');
    const authority = `S${randomBytes(18).toString('hex').slice(0, 35)}`;
    await sql`insert into sandbox_bank_payments (authority, amount, description, callback_url, card, state)
      values (${authority}, ${paymentRequest.amountToman}, ${paymentRequest.description}, ${paymentRequest.callbackUrl}, ${paymentRequest.card}, 'OPEN')`.execute(
      db,
    );
    return { authority, redirectUrl: `${publicUrl}/sandbox/bank/${authority}` };
  }

  async function verify({
    authority,
    amountToman,
  }: {
    authority: string;
    amountToman: bigint;
  }): Promise<GatewayVerification> {
    const row = await findRow(authority);
    if (!row) return { state: 'FAILED', reason: 'GATEWAY_REFUSED' };
    if (row.state === 'CANCELLED') return { state: 'FAILED', reason: 'NOT_PAID', over: true };
    if (row.state !== 'PAID' || row.paid_card === null) return { state: 'FAILED', reason: 'NOT_PAID' };
    if (row.paid_amount !== amountToman) return { state: 'FAILED', reason: 'AMOUNT_MISMATCH' };
    await sql`update sandbox_bank_payments set verified = true where authority = ${authority}`.execute(db);
    if (takeFault(faults, 'lostVerifications')) return { state: 'UNKNOWN', reason: 'timeout' };
    return {
      state: 'PAID',
      reference: row.reference,
      cardMasked: `${row.paid_card.slice(0, 6)}******${row.paid_card.slice(12)}`,
      cardHash: createHash('sha256').update(row.paid_card).digest('hex'),
      costToman: 0n,
    };
  }

  async function decide(authority: string, decision: BankDecision) {
    const paid = decision !== 'CANCEL';
    const card = faults.paidCard ?? (decision === 'PAY_OTHER_CARD' ? OTHER_CARD : null);
    const reference = String(randomBytes(6).readUIntBE(0, 6)).padStart(12, '0').slice(-12);
    const { rows } = await sql<BankPaymentRow>`update sandbox_bank_payments set
        state = ${paid ? 'PAID' : 'CANCELLED'},
        paid_amount = coalesce(${faults.paidAmount ?? null}::numeric, amount),
        paid_card = coalesce(${card}::text, card),
        reference = ${reference}
      where authority = ${authority} and state = 'OPEN' returning ${PAYMENT_COLUMNS}`.execute(db);
    const [row] = rows;
    if (!row) return (await findRow(authority)) && ('DECIDED' as const);
    const returnUrl = new URL(row.callback_url);
    returnUrl.searchParams.set('Authority', authority);
    returnUrl.searchParams.set('Status', paid ? 'OK' : 'NOK');
    return { redirectSite: returnUrl.href };
  }

  return {
    name: 'SANDBOX',
    request,
    verify,
    decidePayment: decide,
    readReturn: (query) => ({ authority: query.Authority ?? '', ok: query.Status === 'OK' }),
    async listUnverified() {
      const { rows } = await sql<{ authority: string }>`select authority from sandbox_bank_payments
        where state = 'PAID' and not verified order by created_at desc limit 100`.execute(db);
      return rows.map((row) => row.authority);
    },
    async findPayment(authority) {
      const row = await findRow(authority);
      if (!row) return null;
      const { amount, description, card, state } = row;
      return { authority, amountToman: amount, description, cardMasked: maskCard(card), state };
    },
  };
}

function takeFault(faults: SandboxBankFaults, name: 'lostVerifications' | 'failedRequests'): boolean {
  const remaining = faults[name] ?? 0;
  if (remaining > 0) faults[name] = remaining - 1;
  return remaining > 0;
}
