import { LaunchFields, type LaunchMcpServer, type LaunchRepository } from "@/lib/contract/dashboard/launch-fields";

export const repositoryRow = (values: Partial<LaunchRepository> & { id: string }): LaunchRepository => ({
  url: "",
  from: "reference",
  startingRef: "",
  prUrl: "",
  ...values,
});

export const mcpServerRow = (id: string): LaunchMcpServer => ({
  id,
  name: "",
  type: "http",
  url: "",
  access: "none",
  headers: [],
  clientId: "",
  scopes: "",
  command: "",
  args: "",
  env: [],
});

/** The initial form, with one empty repository row. */
export const emptyFields: LaunchFields = LaunchFields.parse({ repositories: [repositoryRow({ id: "first" })] });
