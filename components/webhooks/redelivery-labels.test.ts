import { expect, it } from "vitest";
import { redeliveryLabel } from "./redelivery-labels";

it("counts the outcomes, including unknown ones", () => {
  const outcomes = ["queued", "not_found", "queued", "already_in_flight", "postponed"];
  expect(redeliveryLabel(outcomes.map((outcome) => ({ outcome })))).toBe(
    "2 redelivered, 1 not found, 1 already being sent, 1 postponed",
  );
});
