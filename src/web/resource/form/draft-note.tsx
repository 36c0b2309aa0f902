import { Banner } from "../controls/banner.tsx";

/** Says that the values of the form are those of a draft. */
export function DraftNote() {
  return <Banner kind="info">Những gì bạn nhập trước khi phiên hết hạn vẫn còn đây.</Banner>;
}
