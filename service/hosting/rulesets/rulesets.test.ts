import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { updateRepo } from "@/lib/contract/hosting/repositories/update-repo";
import { createRuleset } from "@/lib/contract/hosting/rulesets/create-ruleset";
import { getRuleset } from "@/lib/contract/hosting/rulesets/get-ruleset";
import { listRulesets } from "@/lib/contract/hosting/rulesets/list-rulesets";
import { updateRuleset } from "@/lib/contract/hosting/rulesets/update-ruleset";
import type { BodyInputOf } from "@/lib/contract/operation";
import { rulesets as rulesetRows } from "../../core/store/tables/rulesets";
import { addUser } from "../repositories/testing/repository-fixture";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;
let member: string;

beforeAll(async () => {
  hosted = await startHostedRepository();
  member = (await addUser(hosted.test.service, { email: "member@example.test", teamId: 1 })).key;
});
afterAll(() => hosted.close());

const plain = { name: "Rules", enforcement: "active", kind: "push_branch" } as const;
const create = (body: BodyInputOf<typeof createRuleset>) =>
  hosted.test.call(createRuleset, { params: hosted.params, body });
const at = (rulesetId: string) => ({ ...hosted.params, rulesetId });
const post = (body: object, key = hosted.test.keys.user) =>
  hosted.test.send("POST", `${hosted.path}/rulesets`, { body: { ...plain, ...body }, key });

describe("rulesets", () => {
  it("H-RULE-01 H-RULE-07 H-RULE-08 H-RULE-12 H-RULE-14: are created with ids for rules and actors", async () => {
    const created = await create({
      ...plain,
      kind: "merge_branch",
      description: "Reviewed",
      includedRefNames: ["refs/heads/main", "~DEFAULT_BRANCH"],
      rules: [
        { ruleType: "pull_request", parameters: { required_approving_review_count: 2, requireCodeOwnerReview: true } },
        { ruleType: "require_branch_up_to_date" },
      ],
      bypassActors: [
        { bypassMode: "always", repohostRole: { role: "namespace_admin" } },
        { bypassMode: "pull_request_only", app: { id: "app_one" } },
      ],
    });
    expect(created).toEqual({
      id: expect.stringMatching(/^rs_/),
      name: "Rules",
      description: "Reviewed",
      enforcement: "active",
      kind: "merge_branch",
      includedRefNames: ["refs/heads/main", "~DEFAULT_BRANCH"],
      excludedRefNames: [],
      rules: [
        {
          id: expect.stringMatching(/^rsr_/),
          ruleType: "pull_request",
          parameters: {
            requiredApprovingReviewCount: 2,
            requireCodeOwnerReview: true,
            dismissStaleReviewsOnPush: false,
            requireLastPushApproval: false,
            requiredReviewThreadResolution: false,
          },
        },
        { id: expect.stringMatching(/^rsr_/), ruleType: "require_branch_up_to_date", parameters: {} },
      ],
      bypassActors: [
        { id: expect.stringMatching(/^rsba_/), bypassMode: "always", repohostRole: { role: "namespace_admin" } },
        { id: expect.stringMatching(/^rsba_/), bypassMode: "pull_request_only", app: { id: "app_one" } },
      ],
    });
    expect(await hosted.test.call(getRuleset, { params: at(created.id) })).toEqual(created);
  });

  it("H-RULE-09 H-RULE-10: are listed without paging, with the repository once", async () => {
    const created = await create(plain);
    const { rulesets, repository, ...rest } = await hosted.test.call(listRulesets, { params: hosted.params });
    expect(rulesets.at(-1)).toEqual(created);
    expect(rest).toEqual({});
    expect(repository).toMatchObject({ id: hosted.repo.id, name: "Widgets", owner: { slug: "Acme", type: "team" } });
    expect(rulesets[0]).not.toHaveProperty("repository");
  });

  it("H-RULE-16 H-RULE-18 H-RULE-19: are replaced as a whole", async () => {
    const created = await create({
      ...plain,
      description: "Was",
      includedRefNames: ["~ALL"],
      rules: [{ ruleType: "deletion" }, { ruleType: "non_fast_forward" }],
      bypassActors: [{ bypassMode: "always", repohostRole: { role: "repository_admin" } }],
    });
    const body = { ...plain, name: "Now", rules: [{ ruleType: "block_merges" }] };
    const changed = await hosted.test.call(updateRuleset, { params: at(created.id), body });
    expect(changed).toMatchObject({
      id: created.id,
      name: "Now",
      description: "",
      includedRefNames: [],
      bypassActors: [],
    });
    expect(changed.rules.map(({ ruleType }) => ruleType)).toEqual(["block_merges"]);
    const put = (sent: object) => hosted.test.send("PUT", `${hosted.path}/rulesets/${created.id}`, { body: sent });
    for (const missing of ["name", "enforcement", "kind"]) {
      expect(await put({ ...body, [missing]: undefined })).toMatchObject({ status: 400, body: { code: 3 } });
    }
    expect(await hosted.test.call(getRuleset, { params: at(created.id) })).toEqual(changed);
  });

  it("H-RULE-20: can be deleted once", async () => {
    const { id } = await create(plain);
    expect((await hosted.test.send("DELETE", `${hosted.path}/rulesets/${id}`)).status).toBe(204);
    expect(await hosted.test.send("DELETE", `${hosted.path}/rulesets/${id}`)).toMatchObject({
      status: 404,
      body: { code: 5, message: "Ruleset not found" },
    });
  });

  it("H-RULE-26: of another repository are not found", async () => {
    const { id } = await create(plain);
    await hosted.test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "Other" } });
    const path = `/v1/repohost/repos/acme/other/rulesets/${id}`;
    for (const [method, body] of [["GET"], ["PUT", plain], ["DELETE"]] as const) {
      const sent = await hosted.test.send(method, path, body ? { body } : {});
      expect(sent).toMatchObject({ status: 404, body: { code: 5 } });
    }
    expect(await hosted.test.call(getRuleset, { params: at(id) })).toMatchObject({ id });
  });

  it("are limited to 100 in a repository", async () => {
    const { test } = hosted;
    const full = await test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "Full" } });
    const row = { repositoryId: full.id, ...plain, description: "", createdAt: 0, updatedAt: 0 };
    const lists = { includedRefNames: [], excludedRefNames: [], rules: [], bypassActors: [] };
    const rows = Array.from({ length: 99 }, (_, index) => ({ id: `rs_full_${index}`, ...row, ...lists }));
    await test.service.db.insert(rulesetRows).values(rows);
    const add = () => test.send("POST", "/v1/repohost/repos/acme/full/rulesets", { body: plain });
    expect((await add()).status).toBe(200);
    expect(await add()).toMatchObject({ status: 400, body: { code: 9 } });
    expect(await test.service.db.$count(rulesetRows, eq(rulesetRows.repositoryId, full.id))).toBe(100);
  });

  it("H-RULE-27: require an id in the path", async () => {
    for (const method of ["GET", "PUT", "DELETE"]) {
      for (const empty of ["", "%20"]) {
        const body = method === "PUT" ? { body: plain } : {};
        expect(await hosted.test.send(method, `${hosted.path}/rulesets/${empty}`, body)).toMatchObject({
          status: 400,
          body: { code: 3, details: [{ fieldViolations: [{ field: "ruleset_id" }] }, {}] },
        });
      }
    }
  });

  it("H-RULE-02 H-RULE-03 H-RULE-22 H-RULE-23 H-RULE-24 H-RULE-25: reject unknown values and exceeded limits by field", async () => {
    const many = <T>(count: number, each: T) => Array.from({ length: count }, () => each);
    const actor = { bypassMode: "always", repohostRole: { role: "repository_write" } };
    const check = { actorKind: "app", actorId: "app_one", groupKey: "ci" };
    const merge = (ruleType: string, parameters: object) => ({
      kind: "merge_branch",
      rules: [{ ruleType, parameters }],
    });
    const wrong: [object, string][] = [
      [{ name: "" }, "name"],
      [{ name: " " }, "name"],
      [{ enforcement: "on" }, "enforcement"],
      [{ kind: "push" }, "kind"],
      [{ includedRefNames: many(65, "a") }, "included_ref_names"],
      [{ excludedRefNames: many(65, "a") }, "excluded_ref_names"],
      [{ includedRefNames: ["~ANY"] }, "included_ref_names[0]"],
      [{ includedRefNames: [""] }, "included_ref_names[0]"],
      [{ rules: many(21, { ruleType: "deletion" }) }, "rules"],
      [{ bypassActors: many(16, actor) }, "bypass_actors"],
      [{ bypassActors: [{ bypassMode: "always" }] }, "bypass_actors[0]"],
      [{ bypassActors: [{ ...actor, app: { id: "app_one" } }] }, "bypass_actors[0]"],
      [{ bypassActors: [{ ...actor, bypassMode: "never" }] }, "bypass_actors[0].bypass_mode"],
      [{ bypassActors: [{ bypassMode: "always", user: { id: "user_none" } }] }, "bypass_actors[0].user.id"],
      [{ rules: [{ ruleType: "unknown" }] }, "rules[0].rule_type"],
      [{ rules: [{ ruleType: "toString" }] }, "rules[0].rule_type"],
      [{ rules: [{ ruleType: "deletion" }, { ruleType: "pull_request" }] }, "rules[1].rule_type"],
      [merge("deletion", {}), "rules[0].rule_type"],
      [{ rules: [{ ruleType: "deletion", parameters: { x: 1 } }] }, "rules[0].parameters.x"],
      [{ rules: [{ ruleType: "ref_name_pattern" }] }, "rules[0].parameters.pattern"],
      [{ rules: [{ ruleType: "ref_name_pattern", parameters: { pattern: "(" } }] }, "rules[0].parameters.pattern"],
      [{ rules: [{ ruleType: "ref_name_pattern", parameters: { pattern: "(?=a)" } }] }, "rules[0].parameters.pattern"],
      [
        merge("pull_request", { requiredApprovingReviewCount: 51 }),
        "rules[0].parameters.required_approving_review_count",
      ],
      [merge("require_status_checks", {}), "rules[0].parameters.required_checks"],
      [
        merge("require_status_checks", { requiredChecks: [check, { ...check, name: "Again" }] }),
        "rules[0].parameters.required_checks[1]",
      ],
      [
        merge("require_status_checks", { requiredChecks: [{ ...check, actorId: "a|b" }] }),
        "rules[0].parameters.required_checks[0].actor_id",
      ],
      [
        merge("require_status_checks", { requiredChecks: [{ ...check, groupKey: " " }] }),
        "rules[0].parameters.required_checks[0].group_key",
      ],
      [
        merge("require_status_checks", { requiredChecks: [{ ...check, runKey: "\t" }] }),
        "rules[0].parameters.required_checks[0].run_key",
      ],
    ];
    const before = await hosted.test.call(listRulesets, { params: hosted.params });
    for (const [body, field] of wrong) {
      expect(await post(body), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { code: 3, details: [{ fieldViolations: [{ field }] }, {}] },
      });
    }
    expect(await hosted.test.call(listRulesets, { params: hosted.params })).toEqual(before);
    const full = {
      includedRefNames: many(64, "a"),
      excludedRefNames: many(64, "b"),
      rules: many(20, { ruleType: "deletion" }),
      bypassActors: many(15, actor),
    };
    for (const enforcement of ["active", "evaluate", "disabled"]) {
      expect((await post({ ...full, enforcement })).status).toBe(200);
    }
    for (const kind of ["merge_branch", "push_branch", "push_tag", "push_repository"]) {
      expect((await post({ kind })).status).toBe(200);
    }
  });

  it("reject linear history while the repository doesn't allow the only merge method that keeps it", async () => {
    const allow = (allowSquashMerge: boolean) =>
      hosted.test.call(updateRepo, { params: hosted.params, body: { allowMergeCommit: true, allowSquashMerge } });
    const rules = [{ ruleType: "deletion" }, { ruleType: "required_linear_history" }];
    const { id } = await create({ ...plain, enforcement: "disabled", rules });
    await allow(false);
    const rejected = {
      status: 400,
      body: { code: 3, details: [{ fieldViolations: [{ field: "rules[1].rule_type" }] }, {}] },
    };
    expect(await post({ rules })).toMatchObject(rejected);
    const put = () =>
      hosted.test.send("PUT", `${hosted.path}/rulesets/${id}`, {
        body: { ...plain, rules },
        key: hosted.test.keys.user,
      });
    expect(await put()).toMatchObject(rejected);
    expect(await hosted.test.call(getRuleset, { params: at(id) })).toMatchObject({ enforcement: "disabled" });
    expect((await post({ enforcement: "evaluate", rules })).status).toBe(200);
    await allow(true);
    expect((await put()).status).toBe(200);
  });

  it("H-RULE-11 H-RULE-13 H-RULE-15 H-RULE-17 H-RULE-21: are documented with their scopes", async () => {
    const { body } = await hosted.test.send("GET", "/openapi.json");
    const one = "/v1/repohost/repos/{ownerSlug}/{repoName}/rulesets/{rulesetId}";
    const all = "/v1/repohost/repos/{ownerSlug}/{repoName}/rulesets";
    const needs = (kind: string) => ({ "x-repohost-scopes": { scopes: [`repository:rulesets:${kind}`] } });
    expect(body).toMatchObject({
      paths: {
        [all]: { get: needs("read"), post: needs("write") },
        [one]: { get: needs("read"), put: needs("write"), delete: needs("write") },
      },
    });
  });

  it("require read to list and admin to change", async () => {
    expect((await post({}, member)).status).toBe(403);
    expect((await post({}, hosted.stranger)).status).toBe(404);
    expect((await hosted.test.send("GET", `${hosted.path}/rulesets`, { key: member })).status).toBe(200);
    const ruleset = await create(plain);
    const one = `${hosted.path}/rulesets/${ruleset.id}`;
    expect((await hosted.test.send("PUT", one, { key: member, body: ruleset })).status).toBe(403);
    expect((await hosted.test.send("DELETE", one, { key: member })).status).toBe(403);
  });
});
