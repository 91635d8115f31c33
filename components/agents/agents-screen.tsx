"use client";

import { browserOnly } from "@/components/ui/browser-only";
import { ListLoading } from "@/components/ui/list-loading";
import { loadEarly } from "@/lib/client/load-early";
import { AgentsHeader } from "./agents-header";

export const AgentsScreen = browserOnly(
  loadEarly(() => import("./agents-view")),
  ({ canOperate }) => (
    <>
      <AgentsHeader canOperate={canOperate} />
      <ListLoading label="Loading agents" />
    </>
  ),
);
