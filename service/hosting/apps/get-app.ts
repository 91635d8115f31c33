import { getApp } from "@/lib/contract/hosting/apps/get-app";
import { implement } from "../../core/http/implement";
import { appBody, requireApp } from "../access/app-access";

export const getAppOperation = implement(getApp, async ({ principal, params }, context) =>
  appBody(await requireApp(context, principal, params.appId, "read")),
);
