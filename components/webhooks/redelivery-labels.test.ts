import { expect, it } from "vitest";
import { redeliveryLabel } from "./redelivery-labels";

it("counts what became of each, also of outcomes nobody knows yet", () => {
  const outcomes = ["queued", "not_found", "queued", "already_in_flight", "postponed"];
  expect(redeliveryLabel(outcomes.map((outcome) => ({ outcome })))).toBe(
    "2 sent again now, 1 no longer there, 1 already being sent, 1 postponed",
  );
});
