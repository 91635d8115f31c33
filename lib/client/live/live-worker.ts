import { paths } from "@/lib/model/paths";
import { createHub } from "./create-hub";
import type { FromHub, ToHub } from "./hub-messages";

/** A shared worker that runs the live connection for all tabs. */
const hub = createHub(paths.live());
let tabs = 0;

globalThis.addEventListener("connect", (event) => {
  const [port] = event instanceof MessageEvent ? event.ports : [];
  if (!port) return;
  tabs += 1;
  const tabId = `tab ${tabs}`;
  const post = (message: FromHub) => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<ToHub>) => hub.receive(tabId, data, post);
});
