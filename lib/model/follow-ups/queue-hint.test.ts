import { expect, it } from "vitest";
import { queueHint } from "./queue-hint";

it("says that an agent is working only while it is", () => {
  expect(queueHint("running")).toBe("Agent is working. Your message is sent when it finishes.");
  expect(queueHint("queued")).toBe("Agent is queued. Your message is sent when its run ends.");
  expect(queueHint("starting")).toBe("Agent is starting. Your message is sent when its run ends.");
  expect(queueHint("input")).toBe("Agent is waiting for your answer. Your message is sent when its run ends.");
  expect(queueHint("finished")).toBe("Your message is sent after the queued ones.");
});
