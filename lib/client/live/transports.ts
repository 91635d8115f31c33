import { paths } from "@/lib/model/paths";
import { makeHub } from "./create-hub";
import { type BetweenTabs, LeaderTab } from "./leader-tab";
import type { Tab, Way } from "./tab-connection";

function leaderWay({ receive, attach }: Tab): Way | undefined {
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
    makeHub: () => makeHub(paths.live()),
    receive,
    attach,
  });
  channel.onmessage = ({ data }: MessageEvent<BetweenTabs>) => tab.hear(data);
  return { send: (message) => tab.send(message), renew: () => tab.steal() };
}

function ownWay({ receive }: Tab): Way {
  const hub = makeHub(paths.live());
  return { send: (message) => hub.receive("this tab", message, receive), renew: () => undefined };
}

/** A way to a hub without a shared worker: in the tab that leads, or in this one. */
export function localWay(tab: Tab): Way {
  return leaderWay(tab) ?? ownWay(tab);
}
