/** Support with the back office, with the strict limits and a movable clock. */
import { createSupport, STRICT_SUPPORT_LIMITS, type SupportLimits } from '../src/support/index.ts';
import { createBackofficeFixture, type SignedInUser } from './backoffice.ts';

export type SupportFixture = Awaited<ReturnType<typeof createSupportFixture>>;

export async function createSupportFixture(limits: SupportLimits = STRICT_SUPPORT_LIMITS) {
  const context = await createBackofficeFixture();
  const { db, clock, secrets, identity } = context;
  const support = createSupport({
    config: { sandbox: false },
    db,
    clock,
    secrets,
    people: identity.people,
    notify: context.messaging.notify,
    authenticate: identity.authenticate,
    limits,
  });
  support.routes(context.http);

  const callAs = (by: SignedInUser, method: 'GET' | 'POST', path: string, body?: object) =>
    context.call(method, `/support${path}`, { token: by.token, ...(body && { body }) });
  let lastPlace = 0;

  return {
    ...context,
    support,
    own: callAs,
    /** A form that was opened long enough ago. */
    async openForm(): Promise<string> {
      const { body } = await context.call('GET', '/contact-form');
      clock.advance(3_000);
      return body.baseDTO.token;
    },
    /** Sends it from a new address by default. */
    async sendMessage(body: object, more: { ip?: string; token?: string; language?: string } = {}) {
      lastPlace += 1;
      const answer = await context.http.app.inject({
        method: 'POST',
        url: '/api/contact-messages',
        remoteAddress: more.ip ?? `198.51.${lastPlace >> 8}.${lastPlace & 255}`,
        headers: {
          ...(more.token !== undefined && { authorization: `Bearer ${more.token}` }),
          'accept-language': more.language ?? 'fa',
        },
        payload: body,
      });
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
    },
    /** Creates a ticket of this user. */
    async createTicket(by: SignedInUser, more: object = {}): Promise<{ id: string; number: string }> {
      const ticket = { subject: 'واریز من نرسیده', message: 'دیروز فرستادم.', ...more };
      const { status, body } = await callAs(by, 'POST', '/tickets', ticket);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.baseDTO;
    },
  };
}
