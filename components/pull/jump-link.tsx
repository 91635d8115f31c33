"use client";

import type { ComponentProps, MouseEvent } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { isPlainClick } from "@/components/ui/plain-click";
import { useUrlState } from "@/components/ui/use-url-state";
import { paths } from "@/lib/model/paths";

interface JumpLinkProps extends Omit<ComponentProps<"a">, "href" | "onClick"> {
  name: PullName;
  /** The id of an element in the conversation. */
  to: string;
}

/** A link to a part of the conversation, which receives the focus. */
export function JumpLink({ name, to, children, ...props }: JumpLinkProps) {
  const url = useUrlState();
  const jump = (event: MouseEvent) => {
    const target = document.getElementById(to);
    if (!target || !isPlainClick(event)) return;
    event.preventDefault();
    url.set({}, { hash: to });
    (target.querySelector("summary") ?? target).focus({ preventScroll: true });
    target.scrollIntoView({ block: "center" });
  };
  return (
    <a {...props} href={`${paths.pull(name)}#${to}`} onClick={jump} data-in-place="">
      {children}
    </a>
  );
}
