import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AgentsScreen } from "@/components/agents/agents-screen";
import { requirePerson } from "@/lib/auth/session";
import { agentsQuery } from "@/lib/queries/agents";
import { makeQueryClient } from "@/lib/queries/query-client";
import { callService } from "@/lib/upstream/call";

export const metadata: Metadata = { title: "Agents" };

interface Props {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function AgentsPage({ searchParams }: Props) {
  await requirePerson();
  const includeArchived = (await searchParams).archived === "1";
  const client = makeQueryClient();
  // A failure is not dehydrated: the browser then asks for itself and shows why.
  await client.prefetchInfiniteQuery({ ...agentsQuery(callService, { includeArchived }), retry: false });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AgentsScreen />
    </HydrationBoundary>
  );
}
