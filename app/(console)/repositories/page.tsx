import type { Metadata } from "next";
import { RepositoriesScreen } from "@/components/repositories/repositories-screen";
import { requirePerson } from "@/lib/auth/session";
import { roleAllows } from "@/lib/contract/operation";
import { createRepo } from "@/lib/contract/repohost/create-repo";

export const metadata: Metadata = { title: "Repositories" };

export default async function RepositoriesPage() {
  const { role } = await requirePerson();
  return <RepositoriesScreen mayCreate={roleAllows(role, createRepo.role)} />;
}
