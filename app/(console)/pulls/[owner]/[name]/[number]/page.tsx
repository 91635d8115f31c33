import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PullScreen } from "@/components/pull/pull-screen";
import { pullQuery } from "@/components/pulls/pull-query";
import { createQueryClient } from "@/lib/client/query-client";
import { mergePullRequest } from "@/lib/contract/hosting/mergeability/merge-pull-request";
import { roleAllows } from "@/lib/contract/operation";
import { requireUser } from "@/lib/server/auth/session";
import { callServiceAs } from "@/lib/server/upstream/call-service";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

interface Props {
  params: Promise<{ owner: string; name: string; number: string }>;
}

async function nameOf({ params }: Props) {
  const { owner, name, number } = await params;
  try {
    return {
      ownerSlug: decodeURIComponent(owner),
      repoName: decodeURIComponent(name),
      pullNumber: decodeURIComponent(number),
    };
  } catch {
    return notFound();
  }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { repoName, pullNumber } = await nameOf(props);
  return { title: `#${pullNumber} · ${repoName}` };
}

export default async function PullPage(props: Props) {
  const user = await requireUser();
  const name = await nameOf(props);
  const client = createQueryClient();
  const query = pullQuery(callServiceAs(user), name);
  // Other errors aren't dehydrated: the browser retries the request and shows the error.
  await client.prefetchQuery({ ...query, retry: false });
  const { error } = client.getQueryState(query.queryKey) ?? {};
  if (error instanceof UpstreamError && error.status === 404) notFound();
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PullScreen
        name={name}
        me={{ name: user.name, email: user.email }}
        canWrite={roleAllows(user.role, mergePullRequest.role)}
      />
    </HydrationBoundary>
  );
}
