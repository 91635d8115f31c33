import { afterAll, vi } from "vitest";

// Test files share a process, so stubs and spies must not leak into the next file.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

// A module that is still loading when its test file ends fails to load in every later file of the same process.
afterAll(() => vi.dynamicImportSettled());

// The library's default of one second is too short on a busy machine.
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 20_000 });
}
