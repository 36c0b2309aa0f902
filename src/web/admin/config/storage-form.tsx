import { zodResolver } from "@hookform/resolvers/zod";
import { PlugZap } from "lucide";
import { useEffect, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import type { z } from "zod";
import {
  maskedSecret,
  type StorageConfig,
  StorageConfigBody,
  type StorageTest,
  storageFieldsMissing,
} from "#contract/storage.ts";
import { groupedNumber } from "../../lib/format.ts";
import { Banner } from "../../resource/controls/banner.tsx";
import { errorMessage, useChange } from "../../resource/data/queries.ts";
import { setFieldErrors } from "../../resource/form/field-errors.ts";
import { SecretField, TextField } from "../../resource/form/fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import { missingTokenNotice, type Notice, NoticeRegion } from "./notice.tsx";

type Fields = z.input<typeof StorageConfigBody>;

interface StorageFormProps {
  storage: StorageConfig;
  onDirty: (dirty: boolean) => void;
}

const unreachable = "Có lỗi xảy ra khi kết nối đến server";
const requiredForTest = ["account_id", "access_key_id", "secret_access_key", "bucket_name"] as const;

export function StorageForm({ storage, onDirty }: StorageFormProps) {
  const form = useForm<Fields, unknown, StorageConfigBody>({
    resolver: zodResolver(StorageConfigBody),
    defaultValues: fieldsOf(storage),
    mode: "onTouched",
  });
  const [notice, setNotice] = useState<Notice>();
  const [testResult, setTestResult] = useState<StorageTest>();
  const save = useChange("PUT /api/admin/config/cloudflare-r2", {
    refreshes: ["/api/admin/config/cloudflare-r2", "/api/admin/dashboard"],
    fallback: "Có lỗi xảy ra khi cập nhật cấu hình R2",
    unreachable,
  });
  const test = useChange("POST /api/admin/config/cloudflare-r2/test-connection", {
    refreshes: [],
    fallback: "Có lỗi xảy ra khi test kết nối R2",
    unreachable,
  });
  const { isDirty, isSubmitting } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  // A changed field makes a success outdated, while the hints of a failure stay of use.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: () => setTestResult((result) => (result?.success ? undefined : result)),
      }),
    [form],
  );

  const withErrors = (run: (body: StorageConfigBody) => Promise<void>) => async (body: StorageConfigBody) => {
    const tokenNotice = missingTokenNotice();
    if (tokenNotice) return setNotice(tokenNotice);
    try {
      await run(body);
    } catch (error) {
      if (!setFieldErrors(form, error)) setNotice({ kind: "danger", text: errorMessage(error) });
    }
  };
  const clearMessages = () => {
    setNotice(undefined);
    setTestResult(undefined);
  };
  const onSave = withErrors(async (body) => {
    const { data } = await save.mutateAsync({ body });
    form.reset(fieldsOf(data), { keepFieldsRef: true });
    setNotice({ kind: "success", text: "Cấu hình Cloudflare R2 đã được cập nhật thành công!" });
  });
  const onTest = withErrors(async (body) => setTestResult((await test.mutateAsync({ body })).data));

  function startTest() {
    clearMessages();
    const values = form.getValues();
    const missing = requiredForTest.find((name) => !values[name]?.trim());
    if (!missing) return void form.handleSubmit(onTest)();
    setNotice({ kind: "danger", text: storageFieldsMissing });
    form.setFocus(missing);
  }

  return (
    <FormProvider {...form}>
      <StorageStatus status={storage.status} />
      <form
        className="form card config-form"
        noValidate
        onSubmit={(event) => {
          clearMessages();
          void form.handleSubmit(onSave)(event);
        }}
      >
        <div className="config-form__pair">
          <SecretField name="account_id" label="Account ID" />
          <SecretField name="access_key_id" label="Access Key ID" />
          <SecretField
            name="secret_access_key"
            label="Secret Access Key"
            hint={
              storage.secret_access_key === maskedSecret
                ? "Khóa đang lưu không hiện ra; để nguyên thì giữ khóa ấy."
                : undefined
            }
          />
          <TextField name="bucket_name" label="Bucket Name" />
          <TextField
            name="private_bucket_name"
            label="Bucket riêng tư (không bắt buộc)"
            hint="Giữ nhạc Premium khi bucket chính công khai."
          />
          <TextField
            name="public_url"
            label="Public URL (không bắt buộc)"
            type="url"
            placeholder="https://nhac.example.com"
            hint="Nơi ai cũng đọc được bucket chính."
          />
          <TextField name="region" label="Region" hint="Với Cloudflare R2 là auto." />
          <TextField
            name="endpoint_url"
            label="Endpoint URL"
            type="url"
            placeholder="https://ACCOUNT_ID.r2.cloudflarestorage.com"
            hint="Để trống thì suy ra từ Account ID."
          />
        </div>
        <p className="hint">Để trống tất cả rồi lưu thì kho lưu trữ tắt, file nằm trên đĩa của máy chủ.</p>
        <div className="config-form__acts">
          <button
            type="button"
            className="btn btn--line"
            disabled={isSubmitting}
            aria-busy={test.isPending}
            onClick={startTest}
          >
            <Icon icon={PlugZap} />
            {test.isPending ? "Đang kiểm tra..." : "Kiểm tra kết nối"}
          </button>
          <button type="submit" className="btn btn--primary" disabled={isSubmitting}>
            {save.isPending ? "Đang lưu..." : "Lưu cấu hình R2"}
          </button>
        </div>
      </form>
      <div aria-live="polite">{testResult && <TestResult result={testResult} />}</div>
      <NoticeRegion notice={notice} />
    </FormProvider>
  );
}

function fieldsOf(storage: StorageConfig): Fields {
  const { account_id, access_key_id, secret_access_key, bucket_name } = storage;
  const { private_bucket_name, endpoint_url, public_url, region } = storage;
  return {
    account_id,
    access_key_id,
    secret_access_key,
    bucket_name,
    private_bucket_name,
    endpoint_url,
    public_url,
    region,
  };
}

function StorageStatus({ status }: { status: StorageConfig["status"] }) {
  const { state, stored_files, stuck_files, problem } = status;
  if (problem || stuck_files > 0) {
    return (
      <Banner kind="danger">
        <div>
          {problem && <p>{problem}</p>}
          {stuck_files > 0 && (
            <p>{groupedNumber(stuck_files)} file chưa chuyển được đến chỗ của mình và sẽ được thử lại.</p>
          )}
        </div>
      </Banner>
    );
  }
  return (
    <Banner kind="info">
      {state === "ready"
        ? `Kho lưu trữ đang bật, giữ ${groupedNumber(stored_files)} file.`
        : "Kho lưu trữ đang tắt: file nằm trên đĩa của máy chủ."}
    </Banner>
  );
}

function TestResult({ result }: { result: StorageTest }) {
  const { success, message, error, details, troubleshooting } = result;
  return (
    <Banner kind={success ? "success" : "danger"}>
      <div className="test-result">
        <p>
          <b>{message || (success ? "Kết nối Cloudflare R2 thành công!" : "Kết nối thất bại")}</b>
        </p>
        {error && <p>{error}</p>}
        {details && <p className="test-result__details">{details}</p>}
        {troubleshooting.length > 0 && (
          <div>
            <p>Bạn có thể thử:</p>
            <ul>
              {troubleshooting.map((hint) => (
                <li key={hint}>{hint}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Banner>
  );
}
