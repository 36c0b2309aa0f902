import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { FormProvider, useForm, useFormContext, useWatch } from "react-hook-form";
import { type SongPricing, SongPricingBody } from "#contract/settings.ts";
import { money } from "../../lib/format.ts";
import { errorMessage, useChange } from "../../resource/data/queries.ts";
import { setFieldErrors } from "../../resource/form/field-errors.ts";
import { FieldFrame, TextAreaField, TextField } from "../../resource/form/fields.tsx";
import { FeaturesField } from "./features-field.tsx";
import { missingTokenNotice, type Notice, NoticeRegion } from "./notice.tsx";
import { parsePrice } from "./price.ts";

interface PricingFormProps {
  pricing: SongPricing;
  onDirty: (dirty: boolean) => void;
}

export function PricingForm({ pricing, onDirty }: PricingFormProps) {
  const form = useForm<SongPricingBody>({
    resolver: zodResolver(SongPricingBody),
    defaultValues: pricing,
    mode: "onTouched",
  });
  const [notice, setNotice] = useState<Notice>();
  const save = useChange("PUT /api/admin/config/song-pricing", {
    refreshes: ["/api/admin/config/song-pricing", "/api/admin/dashboard"],
    fallback: "Có lỗi xảy ra khi cập nhật cấu hình giá",
    unreachable: "Có lỗi xảy ra khi kết nối đến server",
  });
  const { isDirty, isSubmitting } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  async function send(body: SongPricingBody) {
    setNotice(undefined);
    const tokenNotice = missingTokenNotice();
    if (tokenNotice) return setNotice(tokenNotice);
    try {
      const { data } = await save.mutateAsync({ body });
      form.reset(data, { keepFieldsRef: true });
      setNotice({ kind: "success", text: "Cấu hình giá đã được cập nhật thành công!" });
    } catch (error) {
      if (!setFieldErrors(form, error)) setNotice({ kind: "danger", text: errorMessage(error) });
    }
  }

  return (
    <FormProvider {...form}>
      <form className="form card config-form" noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
        <div className="config-form__pair">
          <PriceField />
          <TextField name="currency" label="Đơn vị tiền tệ" required maxLength={10} />
        </div>
        <TextAreaField name="description" label="Mô tả" />
        <FeaturesField name="features" label="Khách nhận được" />
        <div className="config-form__acts">
          <button type="submit" className="btn btn--primary" disabled={isSubmitting}>
            {isSubmitting ? "Đang lưu..." : "Lưu cấu hình giá"}
          </button>
        </div>
      </form>
      <NoticeRegion notice={notice} />
    </FormProvider>
  );
}

function PriceField() {
  const { register } = useFormContext<SongPricingBody>();
  const [price, currency] = useWatch<SongPricingBody, ["base_price", "currency"]>({ name: ["base_price", "currency"] });
  return (
    <FieldFrame
      name="base_price"
      label="Giá cơ bản (VND)"
      hint={Number.isNaN(price) ? undefined : `Khách thấy: ${money(price, currency)}`}
    >
      {(control) => (
        <input
          className="input num"
          inputMode="numeric"
          autoComplete="off"
          {...control}
          {...register("base_price", { setValueAs: parsePrice })}
        />
      )}
    </FieldFrame>
  );
}
