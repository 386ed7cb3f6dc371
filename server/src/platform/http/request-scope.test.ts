import { expect, it } from 'vitest';
import { assertMaySettle, runInRequestScope } from './request-scope.ts';

const endpoint = { method: 'POST', path: '/x', access: 'user', summary: '', reply: {} } as const;

it('detects a request that moves money although its contract lacks `settles`, and accepts declared ones and work outside requests', async () => {
  const work = async () => {
    await null;
    assertMaySettle();
  };
  for (const rate of ['write', 'money', 'order'] as const)
    await expect(runInRequestScope({ ...endpoint, rate }, work)).rejects.toThrow('POST /x moves money');
  await runInRequestScope({ ...endpoint, rate: 'write', settles: true }, work);
  await work();
});
