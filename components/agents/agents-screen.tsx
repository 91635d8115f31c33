"use client";

import dynamic from "next/dynamic";
import { ListLoading } from "@/components/ui/list-loading";
import { retryImport } from "@/lib/client/retry-import";

/** The page's HTML names its code, which is loaded beside the code of the page. */
export const AgentsScreen = dynamic(() => retryImport(() => import("./agents-view")), {
  loading: () => <ListLoading title="Agents" />,
});
