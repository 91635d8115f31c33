import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addedVariables, usableVariables } from "./resolve";

const names = ["A", "B", "C"];
const candidate = fc
  .record({
    id: fc.uuid(),
    name: fc.constantFrom(...names),
    scope: fc.constantFrom("team", "user", "repository"),
    repository: fc.constantFrom("r1", "r2"),
    apply: fc.constantFrom("automatic", "chosen"),
    models: fc.subarray(["m1", "m2"]),
    pools: fc.subarray(["p1"]),
  })
  .map(({ repository, scope, ...rest }) => ({
    ...rest,
    scope,
    repositoryKey: scope === "repository" ? repository : undefined,
  }));
const setting = fc.record({
  candidates: fc.uniqueArray(candidate, { selector: ({ id }) => id, maxLength: 12 }),
  launch: fc.record({
    repositories: fc.shuffledSubarray(["r1", "r2"]),
    model: fc.constantFrom("m1", "m2", "m3", undefined),
    pool: fc.constantFrom("p1", "p2", undefined),
  }),
  typed: fc.subarray(names),
  picks: fc.array(fc.nat(11), { maxLength: 4 }),
});

describe("the saved variables of a launch", () => {
  it("are one per name, usable, chosen or automatic, and never replace typed ones", () => {
    fc.assert(
      fc.property(setting, ({ candidates, launch, typed, picks }) => {
        const usable = usableVariables(candidates, launch);
        const chosen = new Set(picks.flatMap((at) => candidates[at]?.id ?? []));
        const added = addedVariables(usable, { chosen, typed: new Set(typed) });
        expect(new Set(added.map(({ name }) => name)).size).toBe(added.length);
        for (const each of added) {
          expect(typed).not.toContain(each.name);
          expect(chosen.has(each.id) || each.apply === "automatic").toBe(true);
          if (each.repositoryKey !== undefined) expect(launch.repositories).toContain(each.repositoryKey);
          if (each.models.length > 0) expect(each.models).toContain(launch.model);
          if (each.pools.length > 0) expect(each.pools).toContain(launch.pool);
          // Nothing that comes first was passed over.
          const rivals = usable.slice(0, usable.indexOf(each)).filter(({ name }) => name === each.name);
          const stronger = rivals.filter(
            ({ id, apply }) => chosen.has(id) || (apply === "automatic" && !chosen.has(each.id)),
          );
          expect(stronger).toEqual([]);
        }
        // Each requested name is there.
        const wanted = usable.filter(
          ({ id, name, apply }) => !typed.includes(name) && (chosen.has(id) || apply === "automatic"),
        );
        expect(new Set(added.map(({ name }) => name))).toEqual(new Set(wanted.map(({ name }) => name)));
      }),
    );
  });

  const of = (id: string, scope: "team" | "user" | "repository", apply = "automatic", repositoryKey?: string) => ({
    id,
    name: "TOKEN",
    scope,
    apply: apply === "automatic" ? ("automatic" as const) : ("chosen" as const),
    models: [],
    pools: [],
    repositoryKey,
  });
  const launch = { repositories: ["r2", "r1"], model: undefined, pool: undefined };

  it("prefer the first repository, then the user, then the team, and chosen ones over all", () => {
    const candidates = [
      of("team", "team", "chosen"),
      of("user", "user"),
      of("first", "repository", "automatic", "r2"),
      of("second", "repository", "automatic", "r1"),
      of("other", "repository", "automatic", "r3"),
    ];
    const usable = usableVariables(candidates, launch);
    expect(usable.map(({ id }) => id)).toEqual(["first", "second", "user", "team"]);
    const added = (...chosen: string[]) =>
      addedVariables(usable, { chosen: new Set(chosen), typed: new Set() }).map(({ id }) => id);
    expect(added()).toEqual(["first"]);
    expect(added("team")).toEqual(["team"]);
    expect(added("team", "second")).toEqual(["second"]);
  });
});
