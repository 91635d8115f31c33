import { build } from "../build.mjs";
import moveTemporaryFilesToMemory from "./memory-folder";

/** Playwright global setup: builds everything once for all programs the tests start. */
export default async function setup(): Promise<() => void> {
  await build();
  process.env.SLIPWAY_BUILT = "1";
  return moveTemporaryFilesToMemory();
}
