import { afterAll, vi } from "vitest";

// Files share a process: what one replaced must not reach the next.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

// What a test waits for on a screen may come late on a machine that is busy; the library's own patience is one second.
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 20_000 });
}
