import { ChevronDown } from "lucide";
import { Button, ComboBox, Group, Input, ListBox, ListBoxItem } from "react-aria-components";
import { useController } from "react-hook-form";
import { type Bank, banks } from "#contract/banks.ts";
import { fold } from "#contract/fold.ts";
import { ComboPanel } from "../../resource/form/combo-panel.tsx";
import { FieldFrame } from "../../resource/form/fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import "../../resource/form/tokens-field.css";

/** Returns the bank that a text names, by its short or whole name or its code. */
function bankNamed(text: string): Bank | undefined {
  const typed = fold(text.trim());
  return banks.find(({ shortName, name, code }) => [shortName, name, code].some((each) => fold(each) === typed));
}

/** The name of a bank, chosen from those of NAPAS or typed. It sets the number of the bank as well, which a VietQR needs. */
export function BankNameField() {
  const { field } = useController({ name: "bank_name" });
  const { field: bin } = useController({ name: "bank_bin" });
  const text = field.value as string;

  function change(typed: string) {
    field.onChange(typed);
    bin.onChange(bankNamed(typed)?.bin ?? "");
  }

  const hint = bin.value
    ? `Mã BIN ${bin.value}: đơn hàng có mã VietQR.`
    : "Chọn trong danh sách để đơn hàng có mã VietQR, hoặc nhập tên khác.";
  return (
    <FieldFrame name="bank_name" label="Ngân hàng" required hint={hint}>
      {({ id, "aria-describedby": describedBy, "aria-invalid": isInvalid }) => (
        <ComboBox
          id={id}
          className="tokens"
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy}
          isInvalid={isInvalid}
          isRequired
          validationBehavior="aria"
          allowsCustomValue
          defaultItems={banks.map((bank) => ({ ...bank, id: bank.bin }))}
          defaultFilter={(names, typed) => fold(names).includes(fold(typed))}
          defaultSelectedKey={bin.value || null}
          inputValue={text}
          onInputChange={change}
          onBlur={field.onBlur}
          menuTrigger="input"
        >
          <Group className="input tokens__box bank-name__box" style={{ anchorName: `--${id}` } as object}>
            <Input ref={field.ref} className="tokens__input" aria-required maxLength={100} />
            <Button className="ibtn ibtn--sm">
              <Icon icon={ChevronDown} />
            </Button>
          </Group>
          <ComboPanel anchor={`--${id}`}>
            <ListBox<Bank> className="tokens__list">
              {({ shortName, name, bin: number }) => (
                <ListBoxItem className="bank-name__option" textValue={shortName}>
                  <b>{shortName}</b>
                  <span className="muted">
                    {name} · {number}
                  </span>
                </ListBoxItem>
              )}
            </ListBox>
          </ComboPanel>
        </ComboBox>
      )}
    </FieldFrame>
  );
}
