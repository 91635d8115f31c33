import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { describe as describeApi } from "@/lib/contract/openapi/describe";
import { table } from "@/lib/contract/tables/service-table.generated";
import { projectRoot } from "@/lib/core/settings/project-root";

const labels = ["Breaking", "Deprecated", "Added", "Changed", "Removed"];

interface Entry {
  day: string;
  heading: string;
  label: string;
  text: string;
}

/** Parses the changelog: `## day`, `### Label: title`, text. */
function readEntries(log: string): Entry[] {
  return log
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const [day = "", ...entries] = part.split(/^### /m);
      return entries.map((entry) => {
        const [heading = "", ...lines] = entry.split("\n");
        const label = heading.split(":")[0] ?? "";
        return { day: day.trim(), heading, label, text: lines.join("\n").trim() };
      });
    });
}

let entries: Entry[];
beforeAll(async () => {
  entries = readEntries(await readFile(join(projectRoot, "docs/api-changes.md"), "utf8"));
});

describe("the hosting API changelog", () => {
  it("H-VER-03 has one label per entry, newest day first", () => {
    expect(entries.length).toBeGreaterThan(5);
    for (const { heading, label, text, day } of entries) {
      expect(labels, heading).toContain(label);
      expect(heading.split(/[^A-Za-z]+/).filter((word) => labels.includes(word))).toEqual([label]);
      expect(text.length, heading).toBeGreaterThan(20);
      expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
    const days = entries.map(({ day }) => day);
    expect(days).toEqual([...days].sort().reverse());
  });

  it("H-VER-04 explains how to migrate from breaking and deprecated changes", () => {
    const migrations = entries.filter(({ label }) => label === "Breaking" || label === "Deprecated");
    expect(migrations.length).toBeGreaterThan(2);
    for (const { text, heading } of migrations) expect(text, heading).toMatch(/^Migration: .{20,}/m);
  });

  it("mentions every deprecated field in the description", () => {
    const { components } = describeApi(table, { serviceUrl: "https://a.test", serviceName: "s", version: "1" });
    const deprecated = Object.values(components.schemas).flatMap(({ properties = {} }) =>
      Object.entries(properties).flatMap(([name, property]) =>
        typeof property === "object" && property.deprecated === true ? [name] : [],
      ),
    );
    expect(deprecated).toEqual(["checkRuns"]);
    const headings = entries.filter(({ label }) => label === "Deprecated").map(({ heading }) => heading);
    for (const name of deprecated)
      expect(
        headings.some((heading) => heading.includes(`\`${name}\``)),
        name,
      ).toBe(true);
  });
});
