import type { Metadata } from "next";
import { VariablesScreen } from "@/components/variables/variables-screen";

export const metadata: Metadata = { title: "Variables" };

export default function VariablesPage() {
  return <VariablesScreen />;
}
