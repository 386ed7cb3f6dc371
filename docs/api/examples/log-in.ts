// Logs in with password and code, without cookies: the challenge of the first answer
// goes along with the code.
// SARRAF: the address of the exchange. EMAIL, PASSWORD: of the account. The code is typed.
import { createInterface } from 'node:readline/promises';

const { SARRAF = '', EMAIL = '', PASSWORD = '' } = process.env;

async function post(path: string, fields: object) {
  const response = await fetch(SARRAF + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.message}`);
  return answer;
}

const { baseDTO } = await post('/api/users/login', { email: EMAIL, password: PASSWORD });
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const code = await terminal.question('code: ');
terminal.close();
const { token } = await post('/api/users/check-otp-code', {
  email: EMAIL,
  code,
  challenge: baseDTO.challenge,
});

const account = await fetch(`${SARRAF}/api/users/account`, { headers: { Authorization: `Bearer ${token}` } });
console.log('logged in as', (await account.json()).baseDTO.email);
