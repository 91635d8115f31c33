/**
 * Returns the number of faults a chaos test injects and the seed of its schedule: `short` in `npm test`, `long` in
 * `npm run test:chaos`, unless `CHAOS_SIZE` and `CHAOS_SEED` are set. Prints both, so that failures are reproducible.
 */
export function chaosPlan(suite: string, sizes: { short: number; long: number; seed: number }) {
  const isLong = process.env.CHAOS === "long";
  const size = Number(process.env.CHAOS_SIZE ?? (isLong ? sizes.long : sizes.short));
  const seed = Number(process.env.CHAOS_SEED ?? sizes.seed);
  console.info(`${suite}: CHAOS_SIZE=${size} CHAOS_SEED=${seed}`);
  return { size, seed, isLong };
}
