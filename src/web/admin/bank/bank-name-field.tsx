import { useController } from "react-hook-form";
import { type Bank, banks } from "#contract/banks.ts";
import { fold } from "#contract/fold.ts";
import { useFieldLabel } from "../../resource/form/field-labels.ts";
import { SuggestField } from "../../resource/form/suggest-field.tsx";

const suggestions = banks.map(({ bin, code, shortName, name }) => ({
  id: bin,
  name: shortName,
  detail: `${name} · ${code} · ${bin}`,
}));

/** Returns the bank that a text names, by its short or whole name or its code. */
function bankNamed(text: string): Bank | undefined {
  const typed = fold(text.trim());
  return banks.find(({ shortName, name, code }) => [shortName, name, code].some((each) => fold(each) === typed));
}

/** The name of a bank, chosen from those of NAPAS or typed. It sets the number of the bank as well, which a VietQR needs. */
export function BankNameField() {
  const { field: bin } = useController({ name: "bank_bin" });
  useFieldLabel("bank_bin", "Mã BIN của ngân hàng");
  return (
    <SuggestField
      name="bank_name"
      label="Ngân hàng"
      required
      maxLength={100}
      suggestions={suggestions}
      hint={
        bin.value
          ? `Mã BIN ${bin.value}: đơn hàng có mã VietQR.`
          : "Chọn trong danh sách để đơn hàng có mã VietQR, hoặc nhập tên khác."
      }
      onText={(typed) => bin.onChange(bankNamed(typed)?.bin ?? "")}
    />
  );
}
