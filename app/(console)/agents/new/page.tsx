import type { Metadata } from "next";
import { LaunchForm } from "@/components/launch/launch-form";
import { PageHeader } from "@/components/layout/page-header";
import { requirePerson } from "@/lib/auth/session";
import { roleAllows } from "@/lib/contract/operation";

export const metadata: Metadata = { title: "New agent" };

interface Props {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

const one = (value: string | string[] | undefined) => (typeof value === "string" ? value : undefined);

export default async function NewAgentPage({ searchParams }: Props) {
  const person = await requirePerson();
  const { prompt, repo, ref } = await searchParams;
  return (
    <>
      <PageHeader title="New agent" />
      <LaunchForm
        given={{ prompt: one(prompt), repository: one(repo), reference: one(ref) }}
        mayLaunch={roleAllows(person.role, "operator")}
      />
    </>
  );
}
