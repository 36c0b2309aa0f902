/** Whether the page on which visitors order a song exists; contacts that lead to it are not shown before. */
export const hasRequestPage: boolean = false;
