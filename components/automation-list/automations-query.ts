"use client";

import { queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { ResponseOf } from "@/lib/contract/operation";

const listAutomations = () =>
  import("@/lib/contract/dashboard/automations/list-automations").then((entry) => entry.listAutomations);

type AutomationList = ResponseOf<Awaited<ReturnType<typeof listAutomations>>>;

export const automationKey = ["automations"] as const;
const refreshMs = 5_000;

/** All automations. */
export const automationsQuery = queryOptions({
  queryKey: [...automationKey, "list"] as const,
  queryFn: async ({ signal }): Promise<Pick<AutomationList, "items">> => {
    const items: AutomationList["items"] = [];
    let cursor: string | undefined;
    do {
      const query: { cursor?: string } = cursor === undefined ? {} : { cursor };
      const page: AutomationList = await callProxy(listAutomations, { params: {}, query, signal });
      items.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return { items };
  },
  refetchInterval: refreshMs,
});
