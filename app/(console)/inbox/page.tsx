import type { Metadata } from "next";
import { InboxScreen } from "@/components/notifications/inbox-screen";
import { requirePerson } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Inbox" };

export default async function InboxPage() {
  await requirePerson();
  return <InboxScreen />;
}
