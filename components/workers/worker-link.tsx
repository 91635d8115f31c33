"use client";

import Link from "next/link";
import { paths } from "@/lib/model/paths";
import { useWorkerName } from "./use-worker-name";

/** Links to a worker by its name. */
export function WorkerLink({ id }: { id: string }) {
  return (
    <Link href={paths.worker(id)} title={id} className="break-words text-primary hover:underline">
      {useWorkerName(id)}
    </Link>
  );
}
