import { getApp } from "@/lib/contract/hosting/get-app";
import { implement } from "../../core/http/implement";
import { appBody, requireApp } from "./app-row";

export const getAppOperation = implement(getApp, async ({ principal, params }, service) =>
  appBody(await requireApp(service, principal, params.appId, "read")),
);
