import { Plus } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { paths } from "@/lib/model/paths";

export function NewAgentButton() {
  return (
    <Button asChild variant="primary">
      <Link href={paths.newAgent()}>
        <Plus aria-hidden />
        New agent
      </Link>
    </Button>
  );
}
