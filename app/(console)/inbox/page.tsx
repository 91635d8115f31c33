import type { Metadata } from "next";
import { InboxScreen } from "@/components/notifications/inbox-screen";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Inbox" };

export default async function InboxPage() {
  await requireUser();
  return <InboxScreen />;
}
