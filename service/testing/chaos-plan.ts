/**
 * How many faults a suite of random faults causes, and the seed of its schedule: `short` in `npm test`, `long` in
 * `npm run test:chaos`, or what `CHAOS_SIZE` and `CHAOS_SEED` say. Prints them, so that a failure can be repeated.
 */
export function chaosPlan(suite: string, given: { short: number; long: number; seed: number }) {
  const isLong = process.env.CHAOS === "long";
  const size = Number(process.env.CHAOS_SIZE ?? (isLong ? given.long : given.short));
  const seed = Number(process.env.CHAOS_SEED ?? given.seed);
  console.info(`${suite}: CHAOS_SIZE=${size} CHAOS_SEED=${seed}`);
  return { size, seed, isLong };
}
