import { expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { createLinkSignature } from "./link-signature";

it("signs links with a daily key that stays valid for one more day", () => {
  const clock = new FakeClock();
  const links = createLinkSignature(Buffer.alloc(32), "test links", clock);
  const signature = links.sign(["a"]);
  clock.advance(24 * 3_600_000);
  expect(links.sign(["a"])).not.toBe(signature);
  expect(links.matches(["a"], signature)).toBe(true);
  expect(links.matches(["b"], signature)).toBe(false);
  clock.advance(24 * 3_600_000);
  expect(links.matches(["a"], signature)).toBe(false);
});
