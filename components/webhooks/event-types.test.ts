import { expect, it } from "vitest";
import { installationEvents, subscribableEvents } from "@/lib/contract/hosting/webhook-event";
import { eventGroups, installationEventTypes } from "./event-types";

it("names every event of the contract once", () => {
  expect(eventGroups.flatMap(({ types }) => types).sort()).toEqual([...subscribableEvents].sort());
  expect(installationEventTypes).toEqual(installationEvents);
});
