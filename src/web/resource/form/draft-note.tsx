import { Banner } from "../controls/banner.tsx";

/** Says that the values of the form are those of a draft. */
export function DraftNote() {
  return <Banner kind="info">Những gì bạn đang nhập dở vẫn còn đây.</Banner>;
}
