import { expect, test } from "vitest";
import { emptyZaloConfig } from "#contract/zalo.ts";
import { sampleMessage } from "./zalo-samples.ts";
import { templateData, type ZaloMessage } from "./zalo-values.ts";

const template = {
  template_id: "1",
  params: { ...emptyZaloConfig.templates.request_received.params, recipient_name: "ten", idea: "y" },
};

/** The parameters of a message with what a customer wrote. */
function made(recipientName: string, idea: string) {
  const message = sampleMessage("request_received", "84905123456");
  return templateData({ ...message, recipientName, data: { ...message.data, idea } } as ZaloMessage, template);
}

test("what people write reaches Zalo in one line, without invisible signs, marks of direction and halves of signs", () => {
  expect(made("Lan\u202e\u200b\0 \ud800Anh", "Một\n\n bài\u2028hát\ufeff")).toEqual({
    data: { ten: "Lan \ufffdAnh", y: "Một bài hát" },
  });
  expect(made("x".repeat(31), "ý".repeat(5000))).toEqual({
    data: { ten: `${"x".repeat(29)}…`, y: `${"ý".repeat(29)}…` },
  });
  expect(made("\u200b\u202e", "Bài")).toEqual({ missing: "recipient_name" });
});
