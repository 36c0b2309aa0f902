import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { iconAddress } from "#contract/contact-link.ts";
import { type ContactBody, type ContactColor, contactColors } from "#contract/support.ts";
import { ContactIcon } from "../../contact-look/contact-icon.tsx";
import { contactPaint, lookOf } from "../../contact-look/contact-look.ts";
import { FieldGroup, SelectField, SwitchField, TextAreaField, TextField } from "../../resource/form/fields.tsx";
import { ImageField } from "../../resource/form/image-field.tsx";
import { NumberField } from "../../resource/form/number-field.tsx";
import { optionsOf } from "../../resource/states.tsx";
import styles from "./contact-fields.module.css";
import { colorNames, typeNames, valueTexts } from "./contact-names.ts";

/** The fields of a contact's form. */
export function ContactFields() {
  return (
    <>
      <div className="form__pair">
        <TextField name="name" label="Tên" required maxLength={100} hint="Khách thấy tên này trong khung hỗ trợ." />
        <SelectField name="type" label="Loại" required options={optionsOf(typeNames)} />
      </div>
      <ValueField />
      <ColorField />
      <IconField />
      <NumberField name="sort_order" label="Thứ tự" min={0} empty={0} hint="Số nhỏ đứng trước." />
      <TextAreaField name="description" label="Mô tả" hint="Ghi chú cho nhóm, khách không thấy." />
      <SwitchField name="is_active" label="Kích hoạt" hint="Tắt thì khách không thấy liên lạc này." />
    </>
  );
}

function ValueField() {
  const { getValues, setValue, getFieldState, trigger } = useFormContext<ContactBody>();
  const type = useWatch<ContactBody, "type">({ name: "type" });
  useEffect(() => {
    if (type === "request" && getValues("value") === "") setValue("value", "/request");
    if (getFieldState("value").invalid) void trigger("value");
  }, [type, getValues, setValue, getFieldState, trigger]);
  return <TextField key={type} name="value" required maxLength={500} {...valueTexts[type]} />;
}

function ColorField() {
  const { register } = useFormContext<ContactBody>();
  return (
    <FieldGroup name="color" label="Màu" textOf={(color) => colorNames[color as ContactColor] ?? ""}>
      <div className={styles.checks}>
        {contactColors.map((color) => (
          <label key={color} className={styles.check}>
            <input type="radio" value={color} {...register("color")} />
            <span>
              <i className={styles.swatch} style={{ background: contactPaint[color] }} aria-hidden="true" />
              {colorNames[color]}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

function IconField() {
  const [name, type, value, color, icon] = useWatch<ContactBody, ["name", "type", "value", "color", "icon_url"]>({
    name: ["name", "type", "value", "color", "icon_url"],
  });
  const contact = { type, value, color, icon_url: icon ?? null };
  const isInsecure = /^http:/i.test(icon?.trim() ?? "") && iconAddress(icon ?? null) === undefined;
  return (
    <ImageField
      name="icon_url"
      label="Biểu tượng"
      hint={
        isInsecure
          ? "Trang công khai chỉ tải ảnh qua https://, nên biểu tượng của loại sẽ đứng thay."
          : "Để trống thì dùng biểu tượng của loại. Hoặc dán địa chỉ ảnh, hoặc tải ảnh lên."
      }
      preview={
        <div className={styles.contactPreview}>
          <ContactIcon contact={contact} />
          <span>
            <b>{name || "Tên liên lạc"}</b>
            <span className="muted">{lookOf(contact).about}</span>
          </span>
        </div>
      }
    />
  );
}
