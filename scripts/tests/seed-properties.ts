// Runs before each test file, so that fast-check generates the same values in every run; `npm run nightly` sets
// another seed each night.
import { configureGlobal } from 'fast-check';

const FIXED_SEED = 2026;

configureGlobal({ seed: Number.parseInt(process.env.SARRAF_SEED ?? '', 10) || FIXED_SEED });
