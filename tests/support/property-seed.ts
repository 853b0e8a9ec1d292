import * as fc from 'fast-check';

/**
 * Vitest setup file: where CI judges a change, the properties see the same values each time, so that a failure is the
 * change's. Everywhere else the seed is random, and a seed of one's own is `FC_SEED`.
 */
const CI_SEED = 20_260_101;

const own = process.env.FC_SEED;
const seed = own ? Number(own) : process.env.CI ? CI_SEED : undefined;
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
