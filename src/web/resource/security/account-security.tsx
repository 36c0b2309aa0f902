/** The screen of one's own second factor, password and sessions, the same in each back office. */
import { KeyRound, ShieldCheck, ShieldOff } from "lucide";
import { useState } from "react";
import type { SecondFactorState } from "#contract/second-factor.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { Badge } from "../controls/badge.tsx";
import { Banner } from "../controls/banner.tsx";
import { useRead } from "../data/queries.ts";
import { ListBody } from "../list/list-body.tsx";
import { PageHeader } from "../list/page-header.tsx";
import { DisableDialog, EnableDialog, RecoveryCodesDialog } from "./dialogs.tsx";
import { OwnSessions } from "./own-sessions.tsx";
import { OwnPassword } from "./password-form.tsx";
import styles from "./security.module.css";

type Step = "enable" | "codes" | "disable";
const fewCodes = 3;

export function AccountSecurity() {
  const state = useRead(
    "GET /api/account/second-factor",
    {},
    { fallback: "Không tải được trạng thái bảo mật", unreachable: "Không kết nối được với máy chủ" },
  );
  return (
    <>
      <PageHeader title="Bảo mật tài khoản" />
      <ListBody
        query={state}
        isEmpty={() => false}
        empty={{ title: "" }}
        skeleton={<Skeleton className={styles.skeleton} />}
      >
        {({ data }) => <SecondFactor state={data} />}
      </ListBody>
      <OwnPassword />
      <OwnSessions />
    </>
  );
}

function SecondFactor({ state: { is_enabled, enabled_at, recovery_codes_left } }: { state: SecondFactorState }) {
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  return (
    <section className={`card ${styles.security}`} aria-labelledby="second-factor">
      <div className={styles.head}>
        <h2 id="second-factor">Xác thực hai bước</h2>
        {is_enabled ? (
          <Badge kind="success" icon={ShieldCheck}>
            Đang bật
          </Badge>
        ) : (
          <Badge>Chưa bật</Badge>
        )}
      </div>
      <p>
        Khi bật, mỗi lần đăng nhập cần thêm một mã sáu chữ số từ ứng dụng xác thực trên điện thoại của bạn. Người lấy
        được mật khẩu vẫn không vào được tài khoản.
      </p>
      {is_enabled && (
        <dl className="dl">
          <div>
            <dt>Bật lúc</dt>
            <dd className="num">{enabled_at && <time dateTime={enabled_at}>{shortDateTime(enabled_at)}</time>}</dd>
          </div>
          <div>
            <dt>Mã khôi phục còn lại</dt>
            <dd className="num">{recovery_codes_left} / 10</dd>
          </div>
        </dl>
      )}
      {is_enabled && recovery_codes_left < fewCodes && (
        <Banner kind="warning">Bạn sắp hết mã khôi phục. Hãy tạo mã mới và cất ở nơi an toàn.</Banner>
      )}
      <div className={styles.buttons}>
        {is_enabled ? (
          <>
            <button type="button" className="btn btn--line" onClick={() => setStep("codes")}>
              <Icon icon={KeyRound} />
              Tạo mã khôi phục mới
            </button>
            <button type="button" className="btn btn--danger" onClick={() => setStep("disable")}>
              <Icon icon={ShieldOff} />
              Tắt xác thực hai bước
            </button>
          </>
        ) : (
          <button type="button" className="btn btn--primary" onClick={() => setStep("enable")}>
            <Icon icon={ShieldCheck} />
            Bật xác thực hai bước
          </button>
        )}
      </div>
      {step === "enable" && <EnableDialog onClose={close} />}
      {step === "codes" && <RecoveryCodesDialog onClose={close} />}
      {step === "disable" && <DisableDialog onClose={close} />}
    </section>
  );
}
