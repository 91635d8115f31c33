import type { Metadata } from "next";
import { PullsScreen } from "@/components/pulls/pulls-screen";
import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import { roleAllows } from "@/lib/contract/operation";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Pull requests" };

export default async function PullsPage() {
  const { role } = await requireUser();
  return <PullsScreen canWrite={roleAllows(role, createPullRequest.role)} isAdmin={role === "admin"} />;
}
