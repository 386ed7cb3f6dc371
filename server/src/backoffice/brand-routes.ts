import type { StaffBrand } from '@sarraf/domain/contracts';
import * as contract from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import type { BackofficeContext } from './deps.ts';

const OK = { status: 'OK', message: 'OK' } as const;

/** Adds the admins' endpoints for name, colours and logo of this installation; each responds with the current brand. */
export function addBrandRoutes(http: Http, { branding, people }: BackofficeContext): void {
  const readStaffBrand = async (): Promise<StaffBrand> => {
    const { updatedBy, ...origin } = branding.readOrigin();
    const staff = updatedBy === null ? null : await people.find(updatedBy);
    return { brand: branding.getBrand(), ...origin, updatedBy: staff?.email ?? '' };
  };
  const replyWithBrand = async () => ({ ...OK, baseDTO: await readStaffBrand() });
  http.route(contract.staffBrand, replyWithBrand);
  http.route(contract.saveBrand, async ({ caller, body }) => {
    await branding.save(caller.userId, body);
    return replyWithBrand();
  });
  http.route(contract.saveBrandLogo, async ({ caller, files }) => {
    await branding.saveLogo(caller.userId, files.logo);
    return replyWithBrand();
  });
  http.route(contract.removeBrandLogo, async ({ caller }) => {
    await branding.removeLogo(caller.userId);
    return replyWithBrand();
  });
  http.route(contract.resetBrand, async ({ caller }) => {
    await branding.reset(caller.userId);
    return replyWithBrand();
  });
}
