import { afterEach, expect, it, vi } from "vitest";
import type { HighlightJob } from "./highlight";

afterEach(() => vi.unstubAllGlobals());

it("tries again with another worker after one couldn't be loaded", async () => {
  const workers: FakeWorker[] = [];
  class FakeWorker {
    onerror?: (event: Event) => void;
    onmessage?: (event: { data: unknown }) => void;
    jobs: HighlightJob[] = [];
    constructor() {
      workers.push(this);
    }
    postMessage(job: HighlightJob) {
      this.jobs.push(job);
    }
  }
  vi.stubGlobal("Worker", FakeWorker);
  const { highlight } = await import("./highlight");
  const lost = highlight("a", "json");
  const event = new Event("error", { cancelable: true });
  workers[0]?.onerror?.(event);
  expect([await lost, event.defaultPrevented]).toEqual([[], true]);
  const found = highlight("b", "json");
  const [job] = workers[1]?.jobs ?? [];
  workers[1]?.onmessage?.({ data: { id: job?.id, lines: [[{ text: "b" }]] } });
  expect([job?.code, await found]).toEqual(["b", [[{ text: "b" }]]]);
});
