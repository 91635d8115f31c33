import { describe, expect, it } from "vitest";
import { checkEnvironment } from "@/lib/model/environment/check";
import { templates } from "./templates";

describe("templates", () => {
  it.each(templates)("$name is valid and has no warnings", ({ text }) => {
    expect(checkEnvironment(text).diagnostics).toEqual([]);
  });
});
