import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import type { Label } from "@/lib/contract/hosting/label";
import LabelsDialog from "./labels-dialog";
import { closedPull } from "./testing/closed-pull";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
const bug: Label = { id: "lbl_1", name: "bug", color: "d73a4a", description: "Broken" };
const docs: Label = { id: "lbl_2", name: "docs/api", color: "0075ca" };
const base = "/v1/repohost/repos/demo/orders";

/** The dialog of a pull request with both labels of its repository. */
function show({ rejected = false } = {}) {
  let labels = [bug, docs];
  const calls = stubProxy(({ method, path, body }) => {
    if (rejected && method !== "GET") return Response.json({ code: 7, message: "Not allowed." }, { status: 403 });
    if (path.startsWith(`${base}/pulls/7/labels`)) return { labels };
    if (method === "GET") return { labels, nextPageToken: "" };
    const [label] = labels.filter((each) => path === `${base}/labels/${encodeURIComponent(each.name)}`);
    if (!label) return Response.json({ code: 5, message: "Not found." }, { status: 404 });
    const changed = { ...label, ...(typeof body === "object" ? body : {}) };
    labels = labels.flatMap((each) => (each !== label ? [each] : method === "DELETE" ? [] : [changed]));
    return method === "DELETE" ? new Response(null, { status: 204 }) : changed;
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LabelsDialog name={name} pull={{ ...closedPull, labels }} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return calls;
}

const press = async (button: string) => fireEvent.click(await screen.findByRole("button", { name: button }));

it("edits a label, which stays selected under its new name", async () => {
  const calls = show();
  await press("Edit label docs/api");
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "api" } });
  fireEvent.change(screen.getByLabelText("Color"), { target: { value: "#00ff00" } });
  fireEvent.change(screen.getByLabelText(/^Description/), { target: { value: "Public API" } });
  await press("Save label");
  const renamed = await screen.findByRole<HTMLInputElement>("checkbox", { name: "api Public API" });
  expect(renamed.checked).toBe(true);
  expect(calls.find(({ method }) => method === "PATCH")).toEqual({
    method: "PATCH",
    path: `${base}/labels/docs%2Fapi`,
    body: { name: "api", color: "00ff00", description: "Public API" },
  });
  await press("Save labels");
  await waitFor(() => expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ labels: ["bug", "api"] }));
});

it("deletes a label once it is confirmed, and removes it from the selection", async () => {
  const calls = show();
  await press("Delete label bug");
  await screen.findByRole("heading", { name: "Delete label “bug”?" });
  expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
  await press("Delete label");
  await screen.findByRole("checkbox", { name: "docs/api" });
  expect(screen.queryByRole("checkbox", { name: /bug/ })).toBeNull();
  expect(calls.find(({ method }) => method === "DELETE")?.path).toBe(`${base}/labels/bug`);
  await press("Save labels");
  await waitFor(() => expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ labels: ["docs/api"] }));
});

it("shows why a label can't be saved, and keeps what was entered", async () => {
  show({ rejected: true });
  await press("Edit label bug");
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "defect" } });
  await press("Save label");
  await screen.findByText("Couldn't save the label.", { exact: false });
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("defect");
});

it("returns the focus to the button that opened it, even after a label was changed", async () => {
  const opener = document.body.appendChild(document.createElement("button"));
  opener.focus();
  show();
  await press("Edit label bug");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Name")));
  await press("Cancel");
  const find = await screen.findByLabelText("Find or create a label");
  await waitFor(() => expect(document.activeElement).toBe(find));
  cleanup();
  await waitFor(() => expect(document.activeElement).toBe(opener));
  opener.remove();
});
