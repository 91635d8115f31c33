import type { Metadata } from "next";
import { ApiTokensScreen } from "@/components/api-tokens/api-tokens-screen";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "API tokens" };

export default async function ApiTokensPage() {
  const { id, role } = await requireUser();
  return <ApiTokensScreen user={{ id, role }} />;
}
