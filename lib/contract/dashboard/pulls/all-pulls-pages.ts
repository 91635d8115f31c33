/** Pull requests on each page of the list of all repositories. */
export const allPullsPageSize = 200;
export const maxAllPullsPages = 10;
