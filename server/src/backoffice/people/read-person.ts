import type { Account, PersonDetail, PersonEvent, ProviderCheck } from '@sarraf/domain/contracts';
import { type AuditRow, appendAudit, readAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { BackofficeContext } from '../deps.ts';
import { isReviewer, requirePerson } from '../staff.ts';
import { readPersonMoney } from './read-person-money.ts';

const MAX_EVENTS = 50;

/** Returns a user's data, with a reason that is audited before any of it is sent. NOT_FOUND: no user with this id. */
export async function readPerson(
  context: BackofficeContext,
  caller: Caller,
  id: string,
  reason: string,
): Promise<PersonDetail> {
  const { verification, db } = context;
  const user = await requirePerson(context, id);
  const seesFullData = isReviewer(caller);
  const accessed = { actorId: caller.userId, action: 'person read', subjectId: user.id, detail: { reason } };
  await db.transaction().execute((tx) => appendAudit(tx, accessed, context.now()));
  const [account, submittedAt, checks, companyApplication, money, events] = await Promise.all([
    verification.readAccount(user.id, { full: seesFullData, images: seesFullData }),
    verification.findSubmittedAt(user.id),
    verification.listChecks(user.id),
    seesFullData ? verification.readCompanyApplication(user.id) : null,
    readPersonMoney(context, user),
    readAudit(db, { subjectId: user.id, limit: MAX_EVENTS }),
  ]);
  const { blockedAt, blockedReason, createdAt } = user;
  return {
    account: seesFullData ? account : redactForSupport(account),
    blocked: blockedAt && { at: blockedAt.toISOString(), reason: blockedReason ?? '' },
    createdAtDateTime: createdAt.toISOString(),
    submittedAtDateTime: submittedAt?.toISOString() ?? null,
    checks: seesFullData ? checks : checks.map(removeDetail),
    companyApplication,
    money,
    events: await toPersonEvents(context, events),
  };
}

/** Support helps users to log in; their identity and address are not needed for that. */
const redactForSupport = (account: Account): Account => ({
  ...account,
  nationalCode: '',
  birthDay: '',
  state: '',
  city: '',
  address: '',
  postalCode: '',
  companyAddress: '',
  companyNationalId: '',
  image: null,
  backImage: null,
  warranty: null,
  businessLicense: null,
  profileImage: null,
});

/** The provider's messages contain names and birthdays. */
const removeDetail = (check: ProviderCheck): ProviderCheck => ({ ...check, detail: '' });

async function toPersonEvents(context: BackofficeContext, rows: AuditRow[]): Promise<PersonEvent[]> {
  const actors = rows.flatMap(({ actorId, subjectId }) =>
    actorId !== null && actorId !== subjectId ? [actorId] : [],
  );
  const staff = await context.people.findAll([...new Set(actors)]);
  return rows.map(({ number, actorId, subjectId, action, detail, at }) => ({
    id: number.toString(),
    action,
    actor: actorId === subjectId ? '' : (staff.get(actorId ?? '')?.email ?? ''),
    detail,
    at: at.toISOString(),
  }));
}
