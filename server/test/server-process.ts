// A whole server in a process of its own, for tests that kill it. Settings come from the environment.
import { startSarraf } from '../src/main.ts';
import { loadConfig } from '../src/platform/config.ts';

const sarraf = await startSarraf(
  loadConfig(process.env),
  process.env.WEB_ROOT ? { webRoot: process.env.WEB_ROOT } : {},
);
process.stdout.write(`ready ${sarraf.url}\n`);
process.on('SIGTERM', () => {
  sarraf.stop().then(() => process.exit(0));
});
