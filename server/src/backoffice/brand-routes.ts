import type { StaffBrand } from '@sarraf/domain/contracts';
import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import type { BackofficeContext } from './deps.ts';

const OK = { status: 'OK', message: 'OK' } as const;

/** Adds the admins' endpoints for name, colours and logo of this installation; each responds with the current brand. */
export function addBrandRoutes(http: Http, { branding, people }: BackofficeContext): void {
  const shown = async (): Promise<StaffBrand> => {
    const { updatedBy, ...origin } = branding.origin();
    const staff = updatedBy === null ? null : await people.find(updatedBy);
    return { brand: branding.brandNow(), ...origin, updatedBy: staff?.email ?? '' };
  };
  const reply = async () => ({ ...OK, baseDTO: await shown() });
  http.route(contract.staffBrand, reply);
  http.route(contract.saveBrand, async ({ caller, body }) => {
    await branding.save(caller.userId, body);
    return reply();
  });
  http.route(contract.saveBrandLogo, async ({ caller, files }) => {
    await branding.saveLogo(caller.userId, files.logo);
    return reply();
  });
  http.route(contract.removeBrandLogo, async ({ caller }) => {
    await branding.removeLogo(caller.userId);
    return reply();
  });
  http.route(contract.resetBrand, async ({ caller }) => {
    await branding.reset(caller.userId);
    return reply();
  });
}
