import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PathnameContext, SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { setSessionEnded } from "@/lib/client/session-end";
import ConnectionStatus from "./connection-status";

const encoder = new TextEncoder();

/** The dashboard's live channel, with a service whose state the test sets. */
function liveChannel() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const channel = {
    isSignedIn: true,
    send(service: string) {
      const frame = { subject: "health", event: "health", data: { service } };
      const state = { subject: "health", state: "live" };
      const text = `event: state\ndata: ${JSON.stringify(state)}\n\nevent: frame\ndata: ${JSON.stringify(frame)}\n\n`;
      if (!controller) throw new Error("not connected");
      controller.enqueue(encoder.encode(text));
    },
    end: () => controller?.close(),
  };
  vi.stubGlobal("fetch", async () => {
    if (!channel.isSignedIn) return new Response("{}", { status: 401 });
    const body = new ReadableStream<Uint8Array>({
      start(started) {
        controller = started;
      },
    });
    queueMicrotask(() => channel.send("ok"));
    return new Response(body);
  });
  return channel;
}

function show(page?: ReactNode) {
  render(
    <PathnameContext value="/agents">
      <SearchParamsContext value={new URLSearchParams("q=mine")}>
        <QueryClientProvider client={new QueryClient()}>
          <ConnectionStatus />
          {page}
        </QueryClientProvider>
      </SearchParamsContext>
    </PathnameContext>,
  );
}

function Loaded({ load }: { load(): Promise<string> }) {
  const { data, error } = useQuery({ queryKey: ["loaded"], queryFn: load, retry: false });
  return <p>{error?.message ?? data}</p>;
}

afterEach(() => {
  cleanup();
  setSessionEnded(false);
  vi.unstubAllGlobals();
});

describe("the connection's state on a page", () => {
  it("shows an outage of the service, the end of the session, and their ends", async () => {
    const channel = liveChannel();
    show();
    await waitFor(() => expect(channel.send("unreachable")).toBeUndefined());
    expect(await screen.findByText("The service isn't responding.")).toBeTruthy();
    channel.send("ok");
    await waitFor(() => expect(screen.queryByText("The service isn't responding.")).toBeNull());

    channel.isSignedIn = false;
    channel.end();
    const dialog = await screen.findByRole("dialog", { name: "Your session ended" }, { timeout: 5_000 });
    expect(dialog.querySelector("a")?.getAttribute("href")).toBe("/sign-in?next=%2Fagents%3Fq%3Dmine");
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("Your session ended.")).toBeTruthy();

    channel.isSignedIn = true;
    window.dispatchEvent(new Event("focus"));
    await waitFor(() => expect(screen.queryByText("Your session ended.")).toBeNull());
  });

  it("loads what failed again after an interruption too short to show", async () => {
    const channel = liveChannel();
    let isReachable = false;
    show(
      <Loaded load={() => (isReachable ? Promise.resolve("loaded") : Promise.reject(new Error("Couldn't load.")))} />,
    );
    await screen.findByText("Couldn't load.");
    await waitFor(() => expect(channel.send("ok")).toBeUndefined());
    isReachable = true;
    channel.end();
    expect(await screen.findByText("loaded", undefined, { timeout: 5_000 })).toBeTruthy();
    expect(screen.queryByText("Couldn't reach the dashboard.")).toBeNull();
  });
});
