import { Wrench } from "lucide-react";
import Link from "next/link";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { paths } from "@/lib/model/paths";

/** Links to the launch form with a prompt to fix the pull request. */
export function FixLink({ name }: { name: PullName }) {
  return (
    <Button asChild size="small">
      <Link href={paths.fixPull(name)} prefetch={false}>
        <Wrench aria-hidden />
        Fix with an agent
      </Link>
    </Button>
  );
}
