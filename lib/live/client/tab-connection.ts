import { paths } from "@/lib/paths";
import { LiveConnection, type LiveEnvironment } from "./live-connection";

const tab: LiveEnvironment = {
  fetch: (address, signal) => fetch(address, { signal, cache: "no-store", headers: { accept: "text/event-stream" } }),
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  onWake(callback) {
    const whenVisible = () => {
      if (document.visibilityState === "visible") callback();
    };
    document.addEventListener("visibilitychange", whenVisible);
    window.addEventListener("online", callback);
    return () => {
      document.removeEventListener("visibilitychange", whenVisible);
      window.removeEventListener("online", callback);
    };
  },
};

let shared: LiveConnection | undefined;

/** The one live stream of this tab: browsers allow six connections to a site. */
export function tabConnection(): LiveConnection {
  shared ??= new LiveConnection(paths.live(), tab);
  return shared;
}
