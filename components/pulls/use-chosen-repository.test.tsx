import { renderHook } from "@testing-library/react";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ReactNode } from "react";
import { afterEach, expect, it } from "vitest";
import { allRepositories } from "./repository-select";
import { useChosenRepository } from "./use-chosen-repository";

const repositories = [{ fullName: "demo/orders" }, { fullName: "demo/prices" }];

afterEach(() => {
  window.history.replaceState(null, "", "/");
  window.localStorage.clear();
});

function chosen(search: string): string {
  window.history.replaceState(null, "", `/pulls${search}`);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SearchParamsContext value={new URLSearchParams(search)}>{children}</SearchParamsContext>
  );
  const { result, unmount } = renderHook(() => useChosenRepository(repositories), { wrapper });
  unmount();
  return result.current;
}

it("lists all repositories, until one is in the URL, which is kept in this browser", () => {
  expect(chosen("")).toBe(allRepositories);
  expect(chosen("?new=1")).toBe(allRepositories);
  expect(chosen("?repo=demo/prices")).toBe("demo/prices");
  expect(chosen("")).toBe("demo/prices");
  expect(chosen("?repo=*")).toBe(allRepositories);
  expect(chosen("")).toBe(allRepositories);
});
