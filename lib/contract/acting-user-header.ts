/** Header with the email address of the user that a team admin's key acts for, as the dashboard sends it. */
export const actingUserHeader = "x-acting-user";
