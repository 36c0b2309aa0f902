import { useNavigate } from "react-router";
import { giftCodeRules } from "#contract/gift-code-rules.ts";
import { firstError } from "#contract/rules.ts";
import { call } from "../../../lib/api.ts";
import { usePublicForm } from "../../../lib/use-public-form.ts";
import { ScriptedForm } from "../../../ui/scripted-form.tsx";
import { giftPath } from "../../routes.ts";
import { type AccountField, AccountFields, checkOf } from "../../sign-in/account-fields.tsx";

const fallback = "Chưa tìm được món quà. Bạn thử lại nhé.";

const fields: AccountField[] = [
  {
    name: "code",
    input: {
      label: "Mã quà",
      hint: "Bắt đầu bằng HG, có trên thiệp hoặc trong lời nhắn của người tặng.",
      autoComplete: "off",
      autoCapitalize: "characters",
      spellCheck: false,
      maxLength: 40,
    },
    check: (values) => firstError(values.code ?? "", giftCodeRules),
  },
];

/** Leads from the code of a gift to its page. */
export function GiftCodeForm() {
  const navigate = useNavigate();
  const form = usePublicForm({
    check: checkOf(fields),
    fallback,
    isShownOnce: true,
    async send({ code = "" }) {
      const { data } = await call("POST /api/gift-codes", { body: { code }, fallback });
      void navigate(giftPath(data.secret));
    },
  });
  return (
    <ScriptedForm aria-label="Nhập mã quà" {...form.attributes}>
      <AccountFields form={form} fields={fields} />
      <button type="submit" className="btn btn--line" disabled={form.isBusy}>
        {form.isBusy ? "Đang tìm..." : "Xem món quà"}
      </button>
    </ScriptedForm>
  );
}
