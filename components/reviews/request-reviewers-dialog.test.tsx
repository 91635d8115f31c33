import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import RequestReviewersDialog from "./request-reviewers-dialog";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
const repository = { id: "repo_1", name: "orders", owner: { slug: "demo", id: "ns_1" } };
const reference = { id: "pr_7", number: "7", repository };

it("requests reviews from users and groups, including those that a rule suggests", async () => {
  const calls = stubProxy(({ method, path }) => {
    if (path.endsWith("/requested_reviewers"))
      return { users: [], groups: method === "GET" ? [{ id: "grp_9", slug: "qa-team" }] : [] };
    return Response.json({ code: 5, message: "Not found" }, { status: 404 });
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RequestReviewersDialog name={name} suggested={["@demo/backend", "leo@example.test"]} onClose={onClose} />
    </QueryClientProvider>,
  );
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Reviewers" });
  expect(field.value).toBe("demo/backend, leo@example.test, ");
  await screen.findByText("group qa-team", { exact: false });
  fireEvent.change(field, { target: { value: `${field.value}@frontend user_2` } });
  fireEvent.click(screen.getByRole("button", { name: "Request review" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
    users: ["leo@example.test", "user_2"],
    groups: ["demo/backend", "frontend"],
  });
});

it("suggests users and groups that match what is typed, and adds one by a click", async () => {
  const users = [
    { id: "user_1", email: "rita@example.test", displayName: "Rita Levi" },
    { id: "user_2", email: "leo@example.test" },
  ];
  const calls = stubProxy(({ path }) => {
    if (!path.includes("/eligible-reviewers")) return { users: [], groups: [] };
    const q = new URL(path, "http://x.test").searchParams.get("q") ?? "";
    return { users: users.filter(({ email }) => email.includes(q)), groups: q === "" ? [{ id: "g", slug: "qa" }] : [] };
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RequestReviewersDialog name={name} suggested={[]} onClose={() => {}} />
    </QueryClientProvider>,
  );
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Reviewers" });
  expect(await screen.findByRole("button", { name: "Group qa" })).toBeDefined();
  fireEvent.change(field, { target: { value: "leo@example.test, @rit" } });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Group qa" })).toBeNull());
  expect(screen.queryByRole("button", { name: "leo@example.test" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Rita Levi (rita@example.test)" }));
  expect(field.value).toBe("leo@example.test, rita@example.test, ");
  expect(document.activeElement).toBe(field);
  fireEvent.click(screen.getByRole("button", { name: "Request review" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "POST")).toBe(true));
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
    users: ["leo@example.test", "rita@example.test"],
    groups: [],
  });
});

it("suggests previous participants if the service doesn't list reviewers", async () => {
  const author = { user: { id: "user_1", email: "ada@example.test" } };
  const review = {
    id: "r",
    author,
    verdict: "comment",
    body: "",
    pullRequestVersion: { number: "1", headSha: "a", baseSha: "b" },
  };
  stubProxy(({ path }) => {
    if (path.includes("/requested_reviewers")) return { users: [], groups: [] };
    if (path.includes("/reviews")) return { reviews: [review], pullRequest: reference, nextPageToken: "" };
    return Response.json({ code: 12, message: "Not implemented" }, { status: 501 });
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RequestReviewersDialog name={name} suggested={[]} onClose={() => {}} />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole("button", { name: "ada@example.test" })).toBeDefined();
});
