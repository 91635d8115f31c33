import { afterAll, vi } from "vitest";

// Test files share a process, so stubs and spies must not leak into the next file.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

// Nor what the dashboard shares in a process, and its environment.
const environment = { ...process.env };
afterAll(() => {
  const shared = globalThis.slipwayDashboard ?? {};
  shared.shutdown?.abort();
  for (const part of Object.keys(shared)) Reflect.deleteProperty(shared, part);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});

// A module that is still loading when its test file ends fails to load in every later file of the same process.
afterAll(() => vi.dynamicImportSettled());

// The library's default of one second is too short on a busy machine.
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 20_000 });

  afterAll(async () => {
    const { forgetToasts } = await import("@/components/ui/testing/forget-toasts");
    forgetToasts();
  });
}
