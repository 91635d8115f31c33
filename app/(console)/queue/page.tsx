import { redirect } from "next/navigation";
import { redirectSearch } from "../redirect-search";

interface Props {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** The queue is a tab of Capacity. */
export default async function QueuePage({ searchParams }: Props) {
  redirect(`/pools?${redirectSearch(await searchParams, { tab: "queue" })}`);
}
