/** Why an agent program couldn't be logged in. The message is shown to the admin who started the login. */
export class LoginFailure extends Error {
  override name = "LoginFailure";
}
