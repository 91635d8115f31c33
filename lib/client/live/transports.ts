import { paths } from "@/lib/model/paths";
import { createHub } from "./create-hub";
import type { FromHub, ToHub } from "./hub-messages";
import { LeaderTab, type TabMessage } from "./leader-tab";

/** How a tab sends messages to the hub that holds the browser's live connection. */
export interface Transport {
  send(message: ToHub): void;
  /** Called when the hub stops responding. */
  reconnect(): void;
}

/** Callbacks of a transport. */
export interface TransportEvents {
  receive(message: FromHub): void;
  /** A hub is available: subscribe again. */
  attach(): void;
  /** The transport doesn't work in this browser. */
  onBroken(): void;
}

function leaderTransport({ receive, attach }: TransportEvents, onRefused: () => void): Transport | undefined {
  if (typeof BroadcastChannel === "undefined" || !("locks" in navigator)) return undefined;
  const channel = new BroadcastChannel("slipway-live");
  const tab = new LeaderTab({
    tabId: crypto.randomUUID(),
    locks: {
      request: async (name, options, hold) => {
        await navigator.locks.request(name, options, hold);
      },
    },
    post: (data) => channel.postMessage(data),
    createHub: () => createHub(paths.live()),
    receive,
    attach,
    onRefused,
  });
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => tab.receive(data);
  return { send: (message) => tab.send(message), reconnect: () => tab.steal() };
}

function singleTabTransport({ receive }: TransportEvents): Transport {
  const hub = createHub(paths.live());
  return { send: (message) => hub.receive("this tab", message, receive), reconnect: () => undefined };
}

/** A transport for browsers without shared workers: the hub runs in the leader tab, or in this tab. */
export function localTransport(events: TransportEvents): Transport {
  const startOwnHub = () => {
    transport = singleTabTransport(events);
    events.attach();
  };
  let transport = leaderTransport(events, startOwnHub) ?? singleTabTransport(events);
  return { send: (message) => transport.send(message), reconnect: () => transport.reconnect() };
}
