/** Rows that the total of a list counts where it is not kept, as of a search; a total above it says that there are more, however many. */
export const mostCounted = 10_000;
