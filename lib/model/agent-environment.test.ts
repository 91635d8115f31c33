import { expect, it } from "vitest";
import { environmentLabel } from "./agent-environment";

it.each([
  [{ type: "cloud" }, "Cloud"],
  [{ type: "cloud", name: "staging" }, "Cloud: staging"],
  [{ type: "pool", name: "gpu" }, "Pool: gpu"],
  [{ type: "machine", name: "" }, "Machine"],
])("labels %j", (env, label) => expect(environmentLabel(env)).toBe(label));
