import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import ConnectAgentServers from "./connect-agent-servers";

let calls: ProxyCall[];
let startFails = false;
beforeEach(() => {
  calls = stubProxy(({ method }) => {
    if (method === "POST") {
      const error = { code: "mcp_unreachable", message: "Couldn't connect to crm.example.com" };
      if (startFails) return Response.json({ error }, { status: 422 });
      return { authorizationUrl: "https://id.example.com/authorize?state=s", state: "s", expiresAt: "" };
    }
    return {
      items: [
        { name: "crm", url: "https://crm.example.com/mcp", required: true, connected: false },
        { name: "docs", url: "https://docs.example.com/", required: true, connected: true },
        { name: "open", url: "https://open.example.com/", required: false, connected: false },
      ],
    };
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  startFails = false;
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <ConnectAgentServers agentId="bc-1" />
    </QueryClientProvider>,
  );
}

it("lists the servers that need OAuth and opens the authorization page in a tab without access to this one", async () => {
  const tab = { opener: window, location: { href: "" }, close: vi.fn() };
  vi.spyOn(window, "open").mockReturnValue(tab as never);
  show();
  const connect = await screen.findByRole("button", { name: "Connect crm" });
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "crm crm.example.comConnect crm",
    "docs docs.example.comConnected",
  ]);
  fireEvent.click(connect);
  await waitFor(() => expect(tab.location.href).toBe("https://id.example.com/authorize?state=s"));
  expect(tab.opener).toBeNull();
  expect(calls.at(-1)?.body).toMatchObject({ agentServer: { agentId: "bc-1", name: "crm" } });
});

it("closes the tab and shows why a server can't be connected", async () => {
  startFails = true;
  const tab = { opener: window, location: { href: "" }, close: vi.fn() };
  vi.spyOn(window, "open").mockReturnValue(tab as never);
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Connect crm" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Couldn't connect to crm.example.com");
  expect(tab.close).toHaveBeenCalled();
});
