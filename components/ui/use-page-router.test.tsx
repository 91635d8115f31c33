import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { push, replace, TestRouter } from "@/lib/client/testing/test-router";
import { blockPages, usePageRouter } from "./use-page-router";

beforeEach(() => {
  push.mockClear();
  replace.mockClear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("keeps the page while no other can be loaded, and reports it", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
  const { result } = renderHook(usePageRouter, { wrapper: TestRouter });
  const report = vi.fn();
  const unblock = blockPages(report);
  result.current.push("/agents");
  result.current.replace("/agents");
  await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(2));
  expect(push).not.toHaveBeenCalled();
  expect(replace).not.toHaveBeenCalled();

  unblock();
  result.current.push("/agents");
  result.current.replace("/pulls");
  expect(push).toHaveBeenCalledExactlyOnceWith("/agents");
  expect(replace).toHaveBeenCalledExactlyOnceWith("/pulls");
  expect(report).toHaveBeenCalledTimes(2);
});

it("reports a dashboard that accepts requests but doesn't respond", async () => {
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  vi.stubGlobal("fetch", (_url: string, { signal }: RequestInit) =>
    signal?.aborted ? Promise.reject(signal.reason) : new Promise(() => undefined),
  );
  const { result } = renderHook(usePageRouter, { wrapper: TestRouter });
  const report = vi.fn();
  const unblock = blockPages(report);
  result.current.push("/agents");
  await vi.waitFor(() => expect(report).toHaveBeenCalledOnce());
  expect(push).not.toHaveBeenCalled();
  unblock();
  vi.mocked(AbortSignal.timeout).mockRestore();
});

it("opens the page of something that was saved although the live stream is interrupted", async () => {
  vi.stubGlobal("fetch", async () => new Response("{}"));
  const { result } = renderHook(usePageRouter, { wrapper: TestRouter });
  const report = vi.fn();
  const unblock = blockPages(report);
  result.current.push("/agents");
  await vi.waitFor(() => expect(push).toHaveBeenCalledExactlyOnceWith("/agents"));
  expect(report).not.toHaveBeenCalled();
  unblock();
});
