import { act, cleanup, renderHook } from "@testing-library/react";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ReactNode } from "react";
import { afterEach, expect, it } from "vitest";
import { useDiffSettings } from "./use-diff-settings";

afterEach(() => {
  cleanup();
  window.history.replaceState(null, "", "/");
  window.localStorage.clear();
});

function open(search: string) {
  window.history.replaceState(null, "", `/pulls/1${search}`);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SearchParamsContext value={new URLSearchParams(search)}>{children}</SearchParamsContext>
  );
  return renderHook(() => useDiffSettings(), { wrapper }).result;
}

it("takes the layout from the URL and otherwise from this browser", () => {
  const first = open("");
  expect(first.current[0].layout).toBe("unified");
  act(() => first.current[1]({ layout: "split", wrap: true }));
  expect(first.current[0]).toMatchObject({ layout: "split", wrap: true });
  expect(window.location.search).toBe("?diff=split");
  expect(open("?tab=files").current[0].layout).toBe("split");
  expect(open("?diff=unified").current[0]).toMatchObject({ layout: "unified", wrap: true });
  expect(open("?diff=other").current[0].layout).toBe("split");
});
