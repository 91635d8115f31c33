import { Blocks } from "lucide-react";
import type { Metadata } from "next";
import { InstallScreen } from "@/components/apps/install-screen";
import { EmptyState } from "@/components/ui/empty-state";
import { roleAllows } from "@/lib/contract/operation";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Install app" };

interface Props {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** The page publishers link to. The contract defines its parameters. */
export default async function InstallAppPage({ searchParams }: Props) {
  const user = await requireUser();
  const params = await searchParams;
  const one = (name: string) => {
    const value = params[name];
    return typeof value === "string" ? value : "";
  };
  if (!roleAllows(user.role, "admin")) {
    return (
      <EmptyState icon={Blocks} title="You need the Admin role to install apps">
        Send the link to an admin of this dashboard.
      </EmptyState>
    );
  }
  return (
    <InstallScreen
      user={user.email}
      request={{
        appId: one("client_id"),
        scope: one("scope"),
        redirectUri: one("redirect_uri"),
        state: one("state"),
        summary: one("summary"),
        includeGranted: one("include_granted_scopes") === "true",
      }}
    />
  );
}
