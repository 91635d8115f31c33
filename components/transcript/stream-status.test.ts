import { expect, it } from "vitest";
import { showsStreamStatus } from "./stream-status";

it("labels a stream as live only while its run is running", () => {
  expect(showsStreamStatus("RUNNING", "live")).toBe(true);
  expect(showsStreamStatus("CREATING", "live")).toBe(false);
  expect(showsStreamStatus("FINISHED", "live")).toBe(false);
});

it("always shows a stream that failed", () => {
  for (const status of ["CREATING", "RUNNING", "FINISHED"]) expect(showsStreamStatus(status, "failed")).toBe(true);
  expect(showsStreamStatus("CREATING", "waiting")).toBe(true);
  expect(showsStreamStatus("FINISHED", "recorded")).toBe(true);
});
