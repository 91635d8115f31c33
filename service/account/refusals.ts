import { Refusal } from "../core/http/refusal";

/** The hosting of the team's repositories is not connected: two members more than any other refusal has. */
export class IntegrationRefusal extends Refusal {
  constructor(
    readonly helpUrl: string,
    readonly provider: string,
  ) {
    super(409, "integration_not_connected", "Connect the repository provider to work on repositories");
  }

  body(): object {
    const { code, message, helpUrl, provider } = this;
    return { error: { code, message, helpUrl, provider } };
  }
}
