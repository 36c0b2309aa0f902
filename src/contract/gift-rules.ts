/** Letters that the words of a gift and of its thanks may have: apart from the schemas, since public pages load them. */
export const giftLengths = { recipient_name: 60, giver_name: 60, message: 1000 } as const;
export const thanksLengths = { name: 60, text: 500 } as const;

/** Thanks that a gift takes. */
export const maxThanks = 20;

/** Days ahead on which a gift may open. */
export const mostDaysAhead = 366;

/** The number that the cover of Premium is drawn of: gold leaf. */
export const premiumCover = 4;
