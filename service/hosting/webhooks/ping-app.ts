import { pingApp } from "@/lib/contract/admin/ping-app";
import { implement } from "../../core/http/implement";
import { reachableApp } from "./known-app";
import { ping } from "./ping-webhook";

export const pingAppOperation = implement(pingApp, async ({ params }, service) =>
  ping(service, await reachableApp(service, params.appId)),
);
