import { expect, it, vi } from "vitest";
import { loadEarly } from "./load-early";

it("starts loading at once, and again after a failure", async () => {
  const load = vi.fn(async () => "loaded").mockRejectedValueOnce(new Error("Failed to fetch"));
  const again = loadEarly(load);
  expect(load).toHaveBeenCalledTimes(1);
  expect(await again()).toBe("loaded");
});
