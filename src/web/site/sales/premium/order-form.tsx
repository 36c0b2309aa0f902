import { ChevronDown, CircleAlert, Info } from "lucide";
import { type ComponentProps, type FormEvent, useEffect, useId, useRef, useState } from "react";
import { isApiError } from "#contract/errors.ts";
import type { PayableOrder } from "#contract/orders.ts";
import { firstError, orderRules } from "#contract/rules.ts";
import { call, NoResponseError, noResponseMessage } from "../../../lib/api.ts";
import { useIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { priceLabel } from "../../../lib/package-text.ts";
import { fetchCurrentUser, useUserAuth } from "../../../lib/session.tsx";
import { readStored } from "../../../lib/storage.ts";
import { durationBesideName, type OfferedPackage } from "../../../price-look/offer.ts";
import { Field } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { packagePath, routes } from "../../routes.ts";
import { returnTo } from "../../sign-in/return-path.ts";
import { useFormDraft } from "../../use-form-draft.ts";
import { storedWantedSong } from "../../wanted-song.ts";
import { InvoiceFields, type InvoiceValues, invoiceError, invoiceNames } from "../order/invoice-fields.tsx";
import { emptyValues, type Name, names, type Values } from "../order/order-values.ts";
import { storeOrder } from "../own/stored-orders.ts";
import { checkGift, GiftFields, isGift } from "./gift-fields.tsx";
import { failedMessage, fieldErrorsOf, isOutdated, notOnSale, orderErrorMessage } from "./order-errors.ts";
import styles from "./order-form.module.css";
import { OtherPackages } from "./other-packages.tsx";

type Errors = Partial<Record<string, string>>;

interface OrderField extends Pick<ComponentProps<typeof Field>, "label" | "type" | "autoComplete" | "maxLength"> {
  name: Name;
}

const requiredFields: (OrderField & { name: keyof typeof orderRules })[] = [
  { name: "user_name", label: "Họ và tên", autoComplete: "name" },
  { name: "user_phone", label: "Số điện thoại", type: "tel", autoComplete: "tel" },
  { name: "user_email", label: "Email", type: "email", autoComplete: "email" },
];
const optionalFields: OrderField[] = [
  { name: "user_address", label: "Địa chỉ", autoComplete: "street-address", maxLength: 500 },
  { name: "user_telegram", label: "Telegram", maxLength: 200 },
  { name: "user_facebook", label: "Facebook", maxLength: 500 },
  { name: "user_zalo", label: "Zalo", maxLength: 200 },
];

const invoiceKeys = invoiceNames.map((name) => `invoice.${name}` as const);
const hasInvoice = (values: Values) => invoiceKeys.some((key) => values[key].trim() !== "");

/** Returns the errors of what a VAT invoice needs, once any of it is filled in. */
const checkInvoice = (values: Values): Errors =>
  hasInvoice(values)
    ? Object.fromEntries(invoiceNames.map((name) => [`invoice.${name}`, invoiceError(name, values[`invoice.${name}`])]))
    : {};

const checkField = (name: keyof typeof orderRules, values: Values) => firstError(values[name].trim(), orderRules[name]);

const endedMessage =
  "Phiên đăng nhập của bạn đã kết thúc, nên đơn hàng chưa được tạo. Bạn đăng nhập lại để Premium vào đúng tài khoản; những gì đã điền vẫn còn đây.";

interface OrderFormProps {
  /** Undefined for a package that is not on sale: another one is chosen first. */
  offer: OfferedPackage | undefined;
  packages: readonly OfferedPackage[];
  /** Another package was chosen. */
  onChange(packageId: number): void;
  /** Loads what follows an order. Resolves to whether it is there: no order is sent before. */
  prepare(): Promise<boolean>;
  onOrdered(order: PayableOrder): void;
  /** Whether it is to be a gift. */
  onGift(isGift: boolean): void;
  /** The package is no longer on sale, or at another price. */
  onOutdated(): void;
  onClose(): void;
}

/** The customer's form: creates one order, however often it is sent with the same content. */
export function OrderForm({
  offer,
  packages,
  onChange,
  prepare,
  onOrdered,
  onGift,
  onOutdated,
  onClose,
}: OrderFormProps) {
  const { values, setValue, clear } = useValues();
  const isForOther = isGift(values) && offer?.price !== 0;
  useEffect(() => onGift(isForOther), [onGift, isForOther]);
  const { forget } = useUserAuth();
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<{ message: string; errors: Errors }>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLParagraphElement>(null);
  const idempotency = useIdempotencyKey("order");
  const id = useId();
  const isGone = offer === undefined;

  // The disabled button has lost the focus, and the message may be off screen.
  useEffect(() => {
    if (refusal && !focusFirst(form.current, refusal.errors)) alert.current?.focus();
  }, [refusal]);

  const change = (name: Name, value: string) => {
    setValue(name, value);
    if (name in orderRules) {
      const rule = name as keyof typeof orderRules;
      setErrors((previous) => ({ ...previous, [name]: checkField(rule, { ...values, [name]: value }) }));
    } else if (errors[name]) {
      const next = { ...values, [name]: value };
      setErrors((previous) => ({ ...previous, [name]: { ...checkInvoice(next), ...checkGift(next) }[name] }));
    }
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const found = {
      ...Object.fromEntries(requiredFields.map(({ name }) => [name, checkField(name, values)])),
      ...(isForOther ? checkGift(values) : {}),
      ...checkInvoice(values),
    };
    setErrors(found);
    setRefusal(undefined);
    if (focusFirst(form.current, found)) return;
    if (!offer) return setRefusal({ message: notOnSale, errors: {} });
    setBusy(true);
    const texts = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()])) as Values;
    const body = { ...bodyOf(texts, isForOther), package_id: offer.id, payment_amount: offer.price };
    try {
      if (!(await prepare())) throw new NoResponseError("unavailable", noResponseMessage);
      if (await hasSessionEnded()) {
        forget();
        setRefusal({ message: endedMessage, errors: {} });
        return setBusy(false);
      }
      const options = { body, as: "user", idempotencyKey: idempotency.keyFor(body), fallback: failedMessage } as const;
      const { data: order } = await call("POST /api/premium-orders", options);
      idempotency.forget();
      clear();
      storeOrder(order, storedWantedSong());
      onOrdered(order);
    } catch (error) {
      const refused = fieldErrorsOf(error);
      setErrors(refused);
      setRefusal({ message: orderErrorMessage(error), errors: refused });
      setBusy(false);
      if (isOutdated(error)) onOutdated();
    }
  };

  const fieldOf = ({ name, ...input }: OrderField, required: boolean) => (
    <Field
      key={name}
      {...input}
      name={name}
      required={required}
      value={values[name]}
      error={errors[name]}
      onChange={({ target }) => change(name, target.value)}
    />
  );

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <div className={`modal__body ${styles.orderForm}`}>
        {refusal && !(isGone && refusal.message === notOnSale) && (
          <p className="note note--danger" role="alert" tabIndex={-1} ref={alert}>
            <Icon icon={CircleAlert} />
            {refusal.message}
          </p>
        )}
        {offer ? (
          <p className={styles.offer}>
            <span>
              <b>{offer.name}</b>
              <span className="muted">{durationBesideName(offer)}</span>
            </span>
            <b className={styles.price}>{priceLabel(offer.price)}</b>
          </p>
        ) : (
          <OtherPackages
            packages={packages}
            onChoose={(id) => {
              setRefusal(undefined);
              onChange(id);
            }}
          />
        )}
        {offer?.price !== 0 && <GiftFields values={values} errors={errors} onChange={change} />}
        {!isForOther && <LoginPrompt packageId={offer?.id} />}
        <div className={styles.fields}>{requiredFields.map((field) => fieldOf(field, true))}</div>
        <fieldset>
          <legend>Không bắt buộc</legend>
          <div className={styles.fields}>
            {optionalFields.map((field) => fieldOf(field, false))}
            <div className={`field ${styles.note}`}>
              <label htmlFor={`${id}note`}>Ghi chú</label>
              <textarea
                className="input"
                id={`${id}note`}
                name="payment_note"
                rows={3}
                maxLength={1000}
                value={values.payment_note}
                onChange={({ target }) => change("payment_note", target.value)}
              />
            </div>
          </div>
        </fieldset>
        {offer?.price !== 0 && <Invoice values={values} errors={errors} onChange={change} />}
      </div>
      <div className="modal__foot">
        <button type="button" className="btn" onClick={onClose}>
          Để sau
        </button>
        <button type="submit" className="btn btn--primary" disabled={isBusy}>
          {isBusy ? "Đang tạo đơn hàng..." : "Đặt mua"}
        </button>
      </div>
    </form>
  );
}

/** Returns the fields as they are sent, with the gift when it is one, and with the invoice when any of it is filled in. */
function bodyOf(texts: Values, isForOther: boolean) {
  const { "invoice.company": company, "invoice.tax_code": tax_code, "invoice.address": address, ...others } = texts;
  const { "invoice.email": email, "gift.on": _on, "gift.recipient_name": recipient_name, ...more } = others;
  const { "gift.giver_name": giver_name, "gift.message": message, "gift.opens_on": opens_on, ...fields } = more;
  const gift = { recipient_name, giver_name, message, opens_on: opens_on || null };
  return {
    ...fields,
    ...(isForOther ? { gift } : {}),
    ...(hasInvoice(texts) ? { invoice: { company, tax_code, address, email } } : {}),
  };
}

interface InvoiceProps {
  values: Values;
  errors: Errors;
  onChange(name: Name, value: string): void;
}

/** What a VAT invoice needs, folded until somebody needs one. */
function Invoice({ values, errors, onChange }: InvoiceProps) {
  const [isOpen, setOpen] = useState(hasInvoice(values));
  const hasError = invoiceKeys.some((key) => errors[key] !== undefined);
  const invoiceOf = <T,>(all: Partial<Record<string, T>>) =>
    Object.fromEntries(invoiceNames.map((name) => [name, all[`invoice.${name}`]]));
  return (
    <details
      className={styles.invoice}
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span>Tôi cần hóa đơn công ty</span>
        <Icon icon={ChevronDown} />
      </summary>
      <div className={styles.fields}>
        <InvoiceFields
          values={invoiceOf(values) as InvoiceValues}
          errors={invoiceOf(errors)}
          onChange={(name, value) => onChange(`invoice.${name}`, value)}
        />
      </div>
    </details>
  );
}

/** Returns the form's values: what was typed, else name and e-mail of the account once it is known. */
function useValues() {
  const { user } = useUserAuth();
  const { draft, setDraft, clear } = useFormDraft("orderDraft", names);
  const known = user ? { user_name: user.full_name || user.username, user_email: user.email } : {};
  const values: Values = { ...emptyValues, ...known, ...draft.typed };
  const setValue = (name: Name, value: string) => setDraft(({ typed }) => ({ typed: { ...typed, [name]: value } }));
  return { values, setValue, clear };
}

/**
 * Returns whether the server has ended the session of this browser. It would take the order of such a session for one of nobody.
 * @throws NoResponseError
 */
async function hasSessionEnded(): Promise<boolean> {
  if (!readStored("userToken")) return false;
  try {
    await fetchCurrentUser();
    return false;
  } catch (error) {
    if (error instanceof NoResponseError) throw error;
    return isApiError(error) && (error.code === "unauthenticated" || error.code === "forbidden");
  }
}

/** Focuses the first field with an error. Returns whether there is one. */
function focusFirst(form: HTMLFormElement | null, errors: Errors): boolean {
  const name = Object.keys(emptyValues).find((each) => errors[each] !== undefined);
  const control = name && form?.elements.namedItem(name);
  if (control instanceof HTMLElement) control.focus();
  return name !== undefined;
}

function LoginPrompt({ packageId }: { packageId: number | undefined }) {
  const { isAuthenticated, isLoading } = useUserAuth();
  if (isAuthenticated || isLoading) return null;
  const state = returnTo(packageId === undefined ? routes.premium.path : packagePath(packageId));
  return (
    <p className={`note note--info ${styles.login}`}>
      <Icon icon={Info} />
      <span>
        <Link to={routes.login.path} state={state}>
          Đăng nhập
        </Link>{" "}
        hoặc{" "}
        <Link to={routes.register.path} state={state}>
          đăng ký
        </Link>{" "}
        để Premium được cộng thẳng vào tài khoản của bạn. Chưa có tài khoản, bạn tạo ở bước sau, chỉ cần một mật khẩu.
      </span>
    </p>
  );
}
