import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import type { ClaimedFiring, FiringOutcome } from "@/lib/server/db/claim-firing";
import { workForParent } from "@/lib/server/db/testing/work-for-parent";
import { runAllDue } from "./run-all-due";

// A process that launches automations when its parent says what time it is. Its parent is also the service; for tests.
const log = createLog({ program: "test", level: "silent" });
const clock = new FakeClock();

await workForParent<number, ClaimedFiring, FiringOutcome | undefined>(async (store, now, launch) => {
  clock.advance(now - clock.now());
  await runAllDue({ store, source: "test", clock, log, launch });
});
