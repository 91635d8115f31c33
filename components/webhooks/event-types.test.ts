import { expect, it } from "vitest";
import { installationEvents, subscribableEvents } from "@/lib/contract/hosting/apps/webhook-event";
import { eventGroups, installationEventTypes } from "./event-types";

it("lists every event in the contract once", () => {
  expect(eventGroups.flatMap(({ types }) => types).sort()).toEqual([...subscribableEvents].sort());
  expect(installationEventTypes).toEqual(installationEvents);
});
