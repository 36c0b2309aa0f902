import { CircleAlert } from "lucide";
import { useNavigate } from "react-router";
import { giftCodeRules } from "#contract/gift-code-rules.ts";
import { firstError } from "#contract/rules.ts";
import { call } from "../../../lib/api.ts";
import { Field } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ScriptedForm } from "../../../ui/scripted-form.tsx";
import { giftPath } from "../../routes.ts";
import { type AccountField, useFieldForm } from "../../sign-in/use-field-form.ts";

const fallbackMessage = "Chưa tìm được món quà. Bạn thử lại nhé.";

const code: AccountField = {
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
};

/** Leads from the code of a gift to its page. */
export function GiftCodeForm() {
  const navigate = useNavigate();
  const { errors, banner, busy, alert, onInput, onSubmit } = useFieldForm({
    fields: [code],
    fallbackMessage,
    async submit(values) {
      const body = { code: values.code ?? "" };
      const { data } = await call("POST /api/gift-codes", { body, fallback: fallbackMessage });
      void navigate(giftPath(data.secret));
    },
  });
  return (
    <ScriptedForm aria-label="Nhập mã quà" onInput={onInput} onSubmit={onSubmit}>
      {banner && (
        <p className="note note--danger" role="alert" tabIndex={-1} ref={alert}>
          <Icon icon={CircleAlert} />
          {banner}
        </p>
      )}
      <Field {...code.input} name={code.name} error={errors.code} />
      <button type="submit" className="btn btn--line" disabled={busy}>
        {busy ? "Đang tìm..." : "Xem món quà"}
      </button>
    </ScriptedForm>
  );
}
