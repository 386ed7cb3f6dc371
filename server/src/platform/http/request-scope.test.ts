import { expect, it } from 'vitest';
import { assertMaySettle, runInRequestScope } from './request-scope.ts';

const endpoint = { method: 'POST', path: '/x', access: 'user', summary: '', reply: {} } as const;

it('tells a request that moves money without saying so from those that say it, and from what is no request', async () => {
  const work = async () => {
    await null;
    assertMaySettle();
  };
  for (const rate of ['write', 'money', 'order'] as const)
    await expect(runInRequestScope({ ...endpoint, rate }, work)).rejects.toThrow('POST /x moves money');
  await runInRequestScope({ ...endpoint, rate: 'write', settles: true }, work);
  await work();
});
