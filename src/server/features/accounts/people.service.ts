/** Everybody who works in the back office. */
export { peopleOfOffice } from "./people.repository.ts";
