import type { Metadata } from "next";
import { ModelsScreen } from "@/components/settings/models-screen";
import { requirePerson } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Models" };

export default async function ModelsPage() {
  const { role } = await requirePerson();
  return <ModelsScreen isAdmin={role === "admin"} />;
}
