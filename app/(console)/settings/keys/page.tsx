import type { Metadata } from "next";
import { KeysScreen } from "@/components/keys/keys-screen";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Keys" };

export default async function KeysPage() {
  const { role } = await requireUser();
  return <KeysScreen isAdmin={role === "admin"} />;
}
