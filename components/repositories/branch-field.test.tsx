import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { BranchField } from "./branch-field";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const repository = { ownerSlug: "demo", repoName: "orders" };
const branch = (name: string) => ({ name, commit: { sha: "a".repeat(40) } });

/** Stubs a repository with a number of branches that sort before `zeta`. Returns the requested paths. */
function stubBranches(count: number): string[] {
  const requests: string[] = [];
  const names = [...Array.from({ length: count }, (_, index) => `feature/${String(index).padStart(5, "0")}`), "zeta"];
  vi.stubGlobal("fetch", async (url: string) => {
    requests.push(url);
    const { pathname, searchParams } = new URL(url, "http://dashboard.test");
    if (pathname.includes("matching-refs")) {
      const prefix = pathname.slice(pathname.indexOf("heads/") + "heads/".length);
      const refs = names.filter((name) => name.startsWith(prefix));
      return Response.json({
        refs: refs.map((name) => ({ ref: `refs/heads/${name}`, object: { sha: "a".repeat(40), type: "commit" } })),
      });
    }
    const start = Number(searchParams.get("pageToken") ?? 0);
    const next = start + 100 < names.length ? String(start + 100) : "";
    return Response.json({ branches: names.slice(start, start + 100).map(branch), nextPageToken: next });
  });
  return requests;
}

function show(onChange = vi.fn()) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BranchField repository={repository} label="Branch" value="" onChange={onChange} />
    </QueryClientProvider>,
  );
  return onChange;
}

async function type(text: string) {
  fireEvent.click(screen.getByRole("combobox", { name: "Branch" }));
  fireEvent.change(await screen.findByLabelText("Filter: Branch"), { target: { value: text } });
}

it("lists the branches of a repository without searching for them", async () => {
  const requests = stubBranches(3);
  const onChange = show();
  await type("ze");
  fireEvent.click(await screen.findByRole("option", { name: "zeta" }));
  expect(onChange).toHaveBeenCalledWith("zeta");
  expect(requests.some((path) => path.includes("matching-refs"))).toBe(false);
});

it.each([
  [3, undefined],
  [250, "The first 200 are shown. Type to filter 251 branches."],
  [2_000, /^The first 200 are shown\. This repository has more than 2,000 branches\./],
])("says what the list of %i branches leaves out", async (count, note) => {
  stubBranches(count);
  show();
  await type("");
  await screen.findByRole("option", { name: "feature/00000" }, { timeout: 20_000 });
  if (note === undefined) expect(screen.queryByRole("status")).toBeNull();
  else await screen.findByText(note, {}, { timeout: 20_000 });
});

it("finds branches beyond the first 2,000", async () => {
  stubBranches(2_000);
  const onChange = show();
  await type("zet");
  fireEvent.click(await screen.findByRole("option", { name: "zeta" }, { timeout: 20_000 }));
  expect(onChange).toHaveBeenCalledWith("zeta");
});
