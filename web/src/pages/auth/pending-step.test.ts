import { expect, test } from 'vitest';
import { secondsLeft } from '../../access/two-step.ts';
import { createStep } from './calls.ts';
import { codePath, type PendingStep, parseStep } from './pending-step.ts';

const NOW = 1_800_000_000_000;
const pendingLogin = {
  purpose: 'LOGIN',
  email: 'sara@example.com',
  remember: true,
  back: '/profile/otc',
} as const;
const prompt = { starTwoStepAuthentication: 's***@example.com', twoStepAuthenticationType: 'EMAIL' } as const;

test('a stored step is unchanged after a reload', () => {
  const step = createStep(pendingLogin, { ...prompt, expiresIn: 120 }, NOW);
  expect(parseStep(JSON.stringify(step), NOW + 5_000)).toEqual(step);
  expect(secondsLeft(step, NOW + 5_000)).toBe(115);
});

test('stepOf keeps the whole lifetime, and secondsLeft returns the remaining part, of a code sent earlier', () => {
  const step = createStep(pendingLogin, { ...prompt, expiresIn: 70 }, NOW);
  expect([step.seconds, secondsLeft(step, NOW)]).toEqual([120, 70]);
});

test('stepOf uses the lifetimes of the specification if the server sends none', () => {
  expect(createStep(pendingLogin, undefined, NOW)).toMatchObject({
    seconds: 120,
    sentTo: 'sara@example.com',
    method: 'EMAIL',
  });
  expect(createStep({ ...pendingLogin, purpose: 'SIGN_UP' }, undefined, NOW).seconds).toBe(300);
});

test('an expired step counts no seconds, and is finally dropped', () => {
  const step: PendingStep = createStep(pendingLogin, { ...prompt, expiresIn: 120 }, NOW);
  expect(secondsLeft(step, NOW + 500_000)).toBe(0);
  expect(parseStep(JSON.stringify(step), NOW + 20 * 60_000)).not.toBeNull();
  expect(parseStep(JSON.stringify(step), NOW + 40 * 60_000)).toBeNull();
});

test('parseStep ignores anything else in storage', () => {
  const step = createStep(pendingLogin, undefined, NOW);
  for (const bad of [null, '', '{', 'null', '7', '{}', JSON.stringify({ ...step, purpose: 'X' })])
    expect(parseStep(bad, NOW), String(bad)).toBeNull();
  expect(parseStep(JSON.stringify({ ...step, method: 'PIGEON' }), NOW)).toBeNull();
  expect(parseStep(JSON.stringify({ ...step, remember: 'yes', back: 3 }), NOW)).toMatchObject({
    remember: false,
    back: null,
  });
});

test('the ticket of a reset survives a reload too', () => {
  const step: PendingStep = {
    ...createStep({ ...pendingLogin, purpose: 'RESET' }, undefined, NOW),
    ticket: 'secret',
  };
  expect(parseStep(JSON.stringify(step), NOW)).toEqual(step);
  expect(parseStep(JSON.stringify({ ...step, ticket: 7 }), NOW)?.ticket).toBeNull();
});

test('codePath returns the address of each step', () => {
  const at = (purpose: PendingStep['purpose'], method: PendingStep['method']) =>
    codePath({ purpose, method });
  expect(at('SIGN_UP', 'EMAIL')).toBe('/sign-up/email-verification');
  expect(at('LOGIN', 'EMAIL')).toBe('/login/send-mail');
  expect(at('LOGIN', 'GOOGLE_AUTHENTICATOR')).toBe('/login/send-mail');
  expect(at('LOGIN', 'SMS')).toBe('/login/send-phone');
  expect(at('RESET', 'EMAIL')).toBe('/login/forget-otp');
});
