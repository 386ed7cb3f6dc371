import { AppError, formatAmount } from '@sarraf/domain';
import { sandboxBankDecide, sandboxBank as sandboxBankEndpoint } from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import { TOMAN_UNIT } from './payments/payment.ts';
import type { SandboxBank } from './ports.ts';

/**
 * Adds the endpoints of the sandbox's bank page. NOT_FOUND: no such payment; CONFLICT: it was paid or cancelled
 * before.
 */
export function addSandboxBankRoutes(http: Http, bank: SandboxBank): void {
  http.route(sandboxBankEndpoint, async ({ params }) => {
    const payment = await bank.findPayment(params.authority);
    if (!payment) throw new AppError('NOT_FOUND');
    return {
      status: 'OK' as const,
      message: 'OK',
      baseDTO: {
        authority: payment.authority,
        amount: formatAmount(payment.amountToman * TOMAN_UNIT, 'TOMAN'),
        description: payment.description,
        cardNumber: payment.cardMasked,
        state: payment.state,
      },
    };
  });

  http.route(sandboxBankDecide, async ({ params, body }) => {
    const outcome = await bank.decidePayment(params.authority, body.decision);
    if (outcome === null) throw new AppError('NOT_FOUND');
    if (outcome === 'DECIDED') throw new AppError('CONFLICT');
    return { status: 'OK' as const, message: 'OK', baseDTO: { redirectSite: outcome.redirectSite } };
  });
}
