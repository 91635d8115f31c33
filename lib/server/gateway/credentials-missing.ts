/** There is no credential to make a call with. The message is fit for people and holds no secret. */
export class CredentialsMissingError extends Error {
  constructor(
    message: string,
    /** 403 where it is the person who lacks something, 503 where it is the dashboard. */
    readonly status: 403 | 503 = 503,
  ) {
    super(message);
    this.name = "CredentialsMissingError";
  }
}
