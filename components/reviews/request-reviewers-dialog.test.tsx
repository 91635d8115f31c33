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

it("requests reviews from users and groups, including those that a rule suggests", async () => {
  const calls = stubProxy(({ method, path }) => {
    if (path.endsWith("/requested_reviewers")) return { users: [], groups: method === "GET" ? [{ id: "grp_9" }] : [] };
    return Response.json({ code: 5, message: "Not found" }, { status: 404 });
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RequestReviewersDialog name={name} suggested={["@demo/backend", "leo@example.test"]} onClose={onClose} />
    </QueryClientProvider>,
  );
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Reviewers" });
  expect(field.value).toBe("demo/backend, leo@example.test");
  await screen.findByText("group grp_9", { exact: false });
  fireEvent.change(field, { target: { value: `${field.value}, @frontend user_2` } });
  fireEvent.click(screen.getByRole("button", { name: "Request review" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
    ...{ users: ["leo@example.test", "user_2"], groups: ["demo/backend", "frontend"] },
  });
});
