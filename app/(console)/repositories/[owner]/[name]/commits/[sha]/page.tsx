import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { commitQuery } from "@/components/repositories/content-queries";
import { CommitScreen } from "@/components/repository/commit-screen";
import { createQueryClient } from "@/lib/client/query-client";
import { requireUser } from "@/lib/server/auth/session";
import { callServiceAs } from "@/lib/server/upstream/call-service";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

interface Props {
  params: Promise<{ owner: string; name: string; sha: string }>;
}

async function addressOf({ params }: Props) {
  const { owner, name, sha } = await params;
  try {
    return {
      name: { ownerSlug: decodeURIComponent(owner), repoName: decodeURIComponent(name) },
      sha: decodeURIComponent(sha),
    };
  } catch {
    return notFound();
  }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { name, sha } = await addressOf(props);
  return { title: `${sha.slice(0, 8)} · ${name.repoName}` };
}

export default async function CommitPage(props: Props) {
  const user = await requireUser();
  const { name, sha } = await addressOf(props);
  const client = createQueryClient();
  const query = commitQuery(callServiceAs(user), name, sha);
  // Other errors aren't dehydrated: the browser retries the request and shows the error.
  await client.prefetchQuery({ ...query, retry: false });
  const { error } = client.getQueryState(query.queryKey) ?? {};
  if (error instanceof UpstreamError && error.status === 404) notFound();
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <CommitScreen name={name} sha={sha} />
    </HydrationBoundary>
  );
}
