import { createWebhookPoster } from "@/lib/core/http/post-webhook";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import type { FakeClock } from "@/lib/core/testing/fake-clock";
import type { Store } from "@/lib/server/db/store";
import type { DeliveryParts } from "../start-due";

const log = createLog({ program: "test", level: process.env.TEST_LOG_LEVEL ?? "silent" });

/** What is needed to send from a dashboard whose service is at `base`; for tests. */
export function deliveryParts(store: Store, clock: FakeClock, base = "http://127.0.0.1:1"): DeliveryParts {
  return {
    store,
    clock,
    log,
    webUrl: "http://127.0.0.1:3000",
    service: {
      address: { base, repohostPrefix: "/v1/repohost" },
      credentials: { authorization: async () => "none" },
      clock,
      ids: systemIds,
    },
    poster: createWebhookPoster({ clock, local: true }),
    mailer: undefined,
    secret: async () => "secret",
  };
}
