import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { workersQuery } from "@/components/workers/worker-queries";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import type { Pool } from "@/lib/contract/pools/pool";
import type { Worker } from "@/lib/contract/pools/worker";
import { AddWorkerButton } from "./add-worker-button";

const start = { endpoint: "https://svc.example.com", prefix: "SVC", maskedKey: "sak_…" };
const worker = (workerId: string, over: Partial<Worker> = {}): Worker => ({
  workerId,
  name: workerId,
  isInUse: false,
  workspaceRootPath: "/srv/work",
  poolName: "gpu",
  repoOwner: "",
  repoName: "",
  connectedAtMs: 0,
  userId: 0,
  teamId: 1,
  ...over,
});
const pool: Pool = {
  scope: "team",
  ownerId: 1,
  poolName: "gpu",
  workerReadyTimeoutSeconds: 0,
  isStale: false,
  firstSeenAtMs: 0,
  lastSeenAtMs: 0,
  connectedWorkerCount: 0,
  inUseWorkerCount: 0,
};

let calls: ProxyCall[];
let workers: Worker[];
let minted: number;
const lifetimeMs = 59 * 60_000 - 5_000;
let client: QueryClient;

beforeEach(() => {
  [minted, workers] = [0, [worker("old")]];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  calls = stubProxy(({ path }) => {
    if (path.startsWith("/dashboard/registration-tokens")) {
      minted += 1;
      const expiresAt = new Date(Date.now() + lifetimeMs).toISOString();
      return Response.json({ token: `swr_${minted}`, keyId: `key-${minted}`, expiresAt }, { status: 201 });
    }
    if (path.startsWith("/v0/private-workers/pools")) return { pools: [pool] };
    return { workers, totalCount: workers.length };
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function open(props: { canMint?: boolean; pool?: string } = {}) {
  render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <AddWorkerButton start={start} canMint {...props} />
      </QueryClientProvider>
    </StrictMode>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Add worker" }));
}
const dialog = async () => within(await screen.findByRole("dialog", { name: "Add worker" }));
const mints = () => calls.filter(({ method }) => method === "POST");
const command = (text: RegExp) => screen.findByText(text, { selector: "code" });

it("creates one token when it is opened, and shows a complete command for each platform", async () => {
  open({ pool: "gpu" });
  expect((await command(/npm run worker/)).textContent).toBe(
    "mkdir -p ~/slipway-worker && SVC_AUTH_TOKEN='swr_1' npm run worker -- --pool gpu --worker-dir ~/slipway-worker --idle-release-timeout 0 --endpoint https://svc.example.com start",
  );
  expect(mints()).toMatchObject([{ path: "/dashboard/registration-tokens", body: { pool: "gpu", owner: "team" } }]);
  const view = await dialog();
  expect(view.getByText(/Expires in 59 min/)).toBeTruthy();
  for (const [platform, text] of [
    ["macOS", /^mkdir .*swr_1/],
    ["Windows", /^wsl -- bash -lc .*swr_1/],
    ["Docker", /^docker build .*swr_1/],
  ] as const) {
    fireEvent.click(view.getByRole("radio", { name: platform }));
    expect(await command(text)).toBeTruthy();
  }
  expect(view.getByRole("button", { name: "Copy start command" })).toBeTruthy();
  expect(mints()).toHaveLength(1);
});

it("waits for a worker that connects with the token, and links to it", async () => {
  open({ pool: "gpu" });
  const view = await dialog();
  expect(await view.findByText("Waiting for a worker…")).toBeTruthy();
  workers = [worker("old"), worker("elsewhere", { registrationKeyId: "key-0" })];
  await client.refetchQueries({ queryKey: workersQuery.queryKey });
  expect(view.getByText("Waiting for a worker…")).toBeTruthy();
  workers = [...workers, worker("build-01", { registrationKeyId: "key-1" })];
  await client.refetchQueries({ queryKey: workersQuery.queryKey });
  const link = await view.findByRole("link", { name: "build-01" });
  expect(link.getAttribute("href")).toBe("/workers/build-01");
  expect(view.getByRole("status").textContent).toBe("build-01 connected");
});

it("offers a new token after it expired", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  open({ pool: "gpu" });
  await command(/swr_1/);
  vi.setSystemTime(Date.now() + lifetimeMs);
  expect(await screen.findByText("The token expired.", {}, { timeout: 4_000 })).toBeTruthy();
  expect(screen.queryByText(/swr_1/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Create token" }));
  expect(await command(/swr_2/)).toBeTruthy();
});

it("forgets the token when it is closed", async () => {
  open({ pool: "gpu" });
  await command(/swr_1/);
  fireEvent.keyDown(await screen.findByRole("dialog"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const cached = [...client.getMutationCache().getAll(), ...client.getQueryCache().getAll()];
  await waitFor(() => expect(JSON.stringify(cached.map(({ state }) => state.data ?? null))).not.toContain("swr_1"));
  fireEvent.click(screen.getByRole("button", { name: "Add worker" }));
  expect(await command(/swr_2/)).toBeTruthy();
});

it("creates a token for the user's agents on request", async () => {
  open({ pool: "gpu" });
  await command(/swr_1/);
  fireEvent.click(screen.getByRole("radio", { name: "Your agents" }));
  fireEvent.click(await screen.findByRole("button", { name: "Create token" }));
  expect(await command(/swr_2/)).toBeTruthy();
  expect(mints().map(({ body }) => body)).toMatchObject([{ owner: "team" }, { owner: "user" }]);
});

it("creates the token once the pool is chosen", async () => {
  open();
  const view = await dialog();
  await waitFor(() => expect(view.getByLabelText<HTMLInputElement>("Pool").value).toBe("gpu"));
  fireEvent.change(view.getByLabelText("Pool"), { target: { value: " cpu " } });
  expect(mints()).toEqual([]);
  fireEvent.click(view.getByRole("button", { name: "Create token" }));
  expect((await command(/swr_1/)).textContent).toContain("--pool cpu");
  expect(mints()).toMatchObject([{ body: { pool: "cpu" } }]);
  fireEvent.change(view.getByLabelText("Pool"), { target: { value: "tpu" } });
  await waitFor(() => expect(screen.queryByText(/swr_1/)).toBeNull());
});

it("reports why a token couldn't be created", async () => {
  stubProxy(() => Response.json({ error: { code: "internal_error", message: "Broken." } }, { status: 500 }));
  open({ pool: "gpu" });
  expect(await screen.findByText("Couldn't create a token.")).toBeTruthy();
  expect(screen.getByText("Broken.")).toBeTruthy();
});

it("says which key to use if the user can't create tokens, and shows the next worker of the pool", async () => {
  open({ pool: "gpu", canMint: false });
  expect((await command(/npm run worker/)).textContent).toContain("SVC_API_KEY='sak_…'");
  const view = await dialog();
  expect(view.getByText(/with a service account's API key/).textContent).toBe(
    "Replace sak_… with a service account's API key. Ask an admin if you don't have one.",
  );
  await waitFor(() => expect(client.getQueryData(workersQuery.queryKey)).toBeDefined());
  expect(view.getByText("Waiting for a worker…")).toBeTruthy();
  workers = [worker("other", { poolName: "cpu" }), worker("build-01"), worker("old")];
  await client.refetchQueries({ queryKey: workersQuery.queryKey });
  expect((await view.findByRole("link")).textContent).toBe("build-01");
  expect(mints()).toEqual([]);
});
