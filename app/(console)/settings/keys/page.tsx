import type { Metadata } from "next";
import { KeysScreen } from "@/components/keys/keys-screen";
import { requirePerson } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Keys" };

export default async function KeysPage() {
  const { role } = await requirePerson();
  return <KeysScreen isAdmin={role === "admin"} />;
}
