import type { Metadata } from "next";
import { PeopleScreen } from "@/components/settings/people-screen";

export const metadata: Metadata = { title: "Users" };

export default function PeoplePage() {
  return <PeopleScreen />;
}
