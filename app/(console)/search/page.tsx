import type { Metadata } from "next";
import { SearchScreen } from "@/components/search/search-screen";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Search" };

export default async function SearchPage() {
  await requireUser();
  return <SearchScreen />;
}
