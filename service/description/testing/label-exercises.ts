import type { Send } from "./git-data-exercises";

/** Requests for label operations. `open` creates a pull request in `repo`. */
export function labelExercises(
  exchange: Send,
  repo: Record<string, string>,
  open: () => Promise<Record<string, string>>,
) {
  let count = 0;

  async function label(): Promise<Record<string, string>> {
    count += 1;
    const body = { name: `described/${count}`, color: "a1b2C3", description: "Described" };
    await exchange("createLabel", 200, { params: repo, body });
    return { ...repo, labelName: body.name };
  }
  /** Adds a new label to a pull request. */
  async function assigned(): Promise<Record<string, string>> {
    const params = { ...(await label()), ...(await open()) };
    await exchange("addPullRequestLabels", 200, { params: pullOf(params), body: { labels: [params.labelName] } });
    return params;
  }
  const pullOf = ({ labelName: _label, ...pull }: Record<string, string>) => pull;
  const unknown = { ...repo, labelName: "none" };
  const missing = { ...repo, pullNumber: "999999" };

  return {
    async createLabel() {
      const { labelName } = await label();
      await exchange("createLabel", 409, { params: repo, body: { name: labelName, color: "000000" } });
      await exchange("createLabel", 400, { params: repo, body: { name: "red", color: "#ff0000" } });
    },
    async getLabel() {
      await exchange("getLabel", 200, { params: await label() });
      await exchange("getLabel", 404, { params: unknown });
    },
    async listLabels() {
      await label();
      await exchange("listLabels", 200, { params: repo, query: { pageSize: "1" } });
      await exchange("listLabels", 400, { params: repo, query: { pageToken: "nonsense" } });
    },
    async updateLabel() {
      const { labelName } = await label();
      const params = await label();
      await exchange("updateLabel", 200, { params, body: { color: "000000", description: "" } });
      await exchange("updateLabel", 409, { params, body: { name: labelName } });
      await exchange("updateLabel", 400, { params, body: { name: " " } });
      await exchange("updateLabel", 404, { params: unknown, body: {} });
    },
    async deleteLabel() {
      const { pullNumber: _pull, ...named } = await assigned();
      await exchange("deleteLabel", 204, { params: named });
      await exchange("deleteLabel", 404, { params: named });
    },
    async listPullRequestLabels() {
      const params = pullOf(await assigned());
      await exchange("listPullRequestLabels", 200, { params });
      await exchange("listPullRequestLabels", 404, { params: missing });
    },
    async addPullRequestLabels() {
      const params = pullOf(await assigned());
      await exchange("addPullRequestLabels", 400, { params, body: { labels: "none" } });
      await exchange("addPullRequestLabels", 404, { params, body: { labels: ["none"] } });
    },
    async setPullRequestLabels() {
      const { labelName } = await label();
      const params = await open();
      await exchange("setPullRequestLabels", 200, { params, body: { labels: [labelName] } });
      await exchange("setPullRequestLabels", 404, { params, body: { labels: ["none"] } });
    },
    async removePullRequestLabel() {
      const params = await assigned();
      await exchange("removePullRequestLabel", 200, { params });
      await exchange("removePullRequestLabel", 404, { params });
    },
    async removeAllPullRequestLabels() {
      const params = pullOf(await assigned());
      await exchange("removeAllPullRequestLabels", 204, { params });
      await exchange("removeAllPullRequestLabels", 404, { params: missing });
    },
  };
}
