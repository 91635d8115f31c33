"use client";

import { browserOnly } from "@/components/ui/browser-only";
import { ListLoading } from "@/components/ui/list-loading";
import { PageHeader } from "@/components/ui/page-header";
import { loadEarly } from "@/lib/client/load-early";

export const PullsScreen = browserOnly(
  loadEarly(() => import("./pulls-view")),
  () => (
    <>
      <PageHeader title="Pull requests" />
      <ListLoading label="Loading pull requests" />
    </>
  ),
);
