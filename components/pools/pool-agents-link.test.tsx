import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { parseQuery } from "@/lib/model/agent-query/query";
import { PoolAgentsLink } from "./pool-agents-link";

afterEach(cleanup);

it.each(["gpu", "large, with gpu"])("filters the agents by the pool %s", (pool) => {
  render(<PoolAgentsLink pool={pool} />);
  const href = screen.getByRole("link", { name: "View agents" }).getAttribute("href") ?? "";
  expect(parseQuery(new URL(href, "http://x.test").searchParams.get("q") ?? "")).toEqual([
    { key: "env", not: false, values: ["pool"] },
    { key: "env", not: false, values: [pool] },
  ]);
});
