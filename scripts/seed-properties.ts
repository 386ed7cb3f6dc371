// Run before each test file when SARRAF_SEED is set. Unset, fast-check draws a seed and names it where a property fails.
import { configureGlobal } from 'fast-check';

const seed = Number.parseInt(process.env.SARRAF_SEED ?? '', 10);
if (!Number.isNaN(seed)) configureGlobal({ seed });
