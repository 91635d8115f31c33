import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { repositoryQuery } from "@/components/repositories/content-queries";
import { RepositoryScreen } from "@/components/repository/repository-screen";
import { createQueryClient } from "@/lib/client/query-client";
import { roleAllows } from "@/lib/contract/operation";
import { requireUser } from "@/lib/server/auth/session";
import { callServiceAs } from "@/lib/server/upstream/call-service";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

interface Props {
  params: Promise<{ owner: string; name: string }>;
}

async function nameOf({ params }: Props) {
  const { owner, name } = await params;
  try {
    return { ownerSlug: decodeURIComponent(owner), repoName: decodeURIComponent(name) };
  } catch {
    return notFound();
  }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { ownerSlug, repoName } = await nameOf(props);
  return { title: `${ownerSlug}/${repoName}` };
}

export default async function RepositoryPage(props: Props) {
  const user = await requireUser();
  const name = await nameOf(props);
  const client = createQueryClient();
  const query = repositoryQuery(callServiceAs(user), name);
  // Other errors aren't dehydrated: the browser retries the request and shows the error.
  await client.prefetchQuery({ ...query, retry: false });
  const { error } = client.getQueryState(query.queryKey) ?? {};
  if (error instanceof UpstreamError && error.status === 404) notFound();
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <RepositoryScreen name={name} isAdmin={roleAllows(user.role, "admin")} />
    </HydrationBoundary>
  );
}
