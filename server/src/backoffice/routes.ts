import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import { addBrandRoutes } from './brand-routes.ts';
import { handleCompanyApplication } from './decide-company-application.ts';
import { handleReview } from './decide-review.ts';
import type { BackofficeContext } from './deps.ts';
import { listAudit } from './list-audit.ts';
import { listReviews } from './list-reviews.ts';
import { blockPerson } from './people/block-person.ts';
import { readPerson } from './people/read-person.ts';
import { searchPeople } from './people/search-people.ts';
import { setApiLevel } from './people/set-api-level.ts';
import { setPersonLimits } from './people/set-person-limits.ts';
import { setSupervisor } from './people/set-supervisor.ts';
import { thawAccount } from './people/thaw-account.ts';
import { unblockPerson } from './people/unblock-person.ts';
import { readDocument } from './read-document.ts';
import { readBackofficeOverview } from './read-overview.ts';
import { cancelRecovery } from './recoveries/cancel-recovery.ts';
import { confirmRecovery } from './recoveries/confirm-recovery.ts';
import { listRecoveries } from './recoveries/list-recoveries.ts';
import { startRecovery } from './recoveries/start-recovery.ts';
import { handleCheck } from './run-check.ts';
import { searchStaffView } from './search/search-staff.ts';
import { readTimeline } from './timeline/read-timeline.ts';
import { readWaiting } from './waiting/read-waiting.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function addRoutes(http: Http, context: BackofficeContext): void {
  http.route(contract.backofficeOverview, async ({ caller }) => ({
    ...OK,
    baseDTO: await readBackofficeOverview(context, caller),
  }));
  http.route(contract.searchStaff, async ({ caller, query }) => ({
    ...OK,
    baseDTO: await searchStaffView(context, caller, query.q),
  }));
  http.route(contract.waitingItems, async ({ caller }) => ({
    ...OK,
    baseDTO: await readWaiting(context, caller),
  }));
  http.route(contract.reviews, async ({ query }) => ({ ...OK, ...(await listReviews(context, query)) }));
  http.route(contract.decideCompanyApplication, async ({ caller, params, body }) => {
    await handleCompanyApplication(context, caller.userId, params.id, body);
    return OK;
  });
  http.route(contract.findPeople, async ({ caller, query }) => ({
    ...OK,
    ...(await searchPeople(context, caller, query)),
  }));
  addPersonRoutes(http, context);
  addRecoveryRoutes(http, context);
  addBrandRoutes(http, context);
  http.route(contract.auditLog, async ({ query }) => ({ ...OK, ...(await listAudit(context, query)) }));
}

function addPersonRoutes(http: Http, context: BackofficeContext): void {
  http.route(contract.personTimeline, async ({ caller, params, query }) => ({
    ...OK,
    ...(await readTimeline(context, caller, params.id, query)),
  }));
  http.route(contract.readPerson, async ({ caller, params, query }) => ({
    ...OK,
    baseDTO: await readPerson(context, caller, params.id, query.reason),
  }));
  http.route(contract.staffDocument, async ({ caller, params, query, reply }) => {
    const bytes = await readDocument(context, caller.userId, params, query.reason);
    return reply
      .type('image/jpeg')
      .header('content-disposition', `attachment; filename="${params.kind}.jpg"`)
      .send(bytes);
  });
  http.route(contract.runProviderCheck, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await handleCheck(context, caller.userId, params.id, body),
  }));
  http.route(contract.decideReview, async ({ caller, params, body }) => {
    await handleReview(context, caller.userId, params.id, body);
    return OK;
  });
  http.route(contract.blockPerson, async ({ caller, params, body }) => {
    await blockPerson(context, caller, params.id, body.reason);
    return OK;
  });
  http.route(contract.unblockPerson, async ({ caller, params, body }) => {
    await unblockPerson(context, caller, params.id, body.reason);
    return OK;
  });
  http.route(contract.thawAccount, async ({ caller, params, body }) => {
    await thawAccount(context, caller, params.id, body.reason);
    return OK;
  });
  http.route(contract.setSupervisor, async ({ caller, params, body }) => ({
    ...OK,
    level: await setSupervisor(context, caller, params.id, body),
  }));
  http.route(contract.setApiLevel, async ({ caller, params, body }) => {
    await setApiLevel(context, caller, params.id, body);
    return OK;
  });
  http.route(contract.setPersonLimits, async ({ caller, params, body }) => {
    await setPersonLimits(context, caller, params.id, body);
    return OK;
  });
}

function addRecoveryRoutes(http: Http, context: BackofficeContext): void {
  http.route(contract.recoveries, async ({ caller, query }) => ({
    ...OK,
    ...(await listRecoveries(context, caller.userId, query)),
  }));
  http.route(contract.startRecovery, async ({ caller, params, body }) => ({
    ...OK,
    baseDTO: await startRecovery(context, caller, params.id, body),
  }));
  http.route(contract.confirmRecovery, async ({ caller, params }) => {
    await confirmRecovery(context, caller, params.id);
    return OK;
  });
  http.route(contract.cancelRecovery, async ({ caller, params }) => {
    await cancelRecovery(context, caller.userId, params.id);
    return OK;
  });
}
