import type { Metadata } from "next";
import { PullsScreen } from "@/components/pulls/pulls-screen";
import { requirePerson } from "@/lib/auth/session";
import { roleAllows } from "@/lib/contract/operation";
import { createPullRequest } from "@/lib/contract/repohost/create-pull-request";

export const metadata: Metadata = { title: "Pull requests" };

export default async function PullsPage() {
  const { role } = await requirePerson();
  return <PullsScreen mayAct={roleAllows(role, createPullRequest.role)} isAdmin={role === "admin"} />;
}
