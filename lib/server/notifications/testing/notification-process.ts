import { FakeClock } from "@/lib/core/testing/fake-clock";
import { workForParent } from "@/lib/server/db/testing/work-for-parent";
import { deliveryParts } from "./delivery-parts";
import { type NotificationTask, recordAndSend } from "./record-and-send";

// A process that records events and sends notifications when its parent says what time it is; for tests.
const clock = new FakeClock();

await workForParent<NotificationTask>(async (store, task) => {
  clock.advance(task.now - clock.now());
  await recordAndSend(deliveryParts(store, clock), task.events);
});
