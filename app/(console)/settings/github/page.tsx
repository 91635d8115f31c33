import type { Metadata } from "next";
import { GitHubScreen } from "@/components/settings/github-screen";
import { roleAllows } from "@/lib/contract/operation";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "GitHub" };

interface Props {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function GitHubPage({ searchParams }: Props) {
  const { role } = await requireUser();
  const { outcome } = await searchParams;
  return (
    <GitHubScreen
      isAdmin={role === "admin"}
      canConnect={roleAllows(role, "operator")}
      outcome={typeof outcome === "string" ? outcome : ""}
    />
  );
}
