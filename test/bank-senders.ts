/**
 * Customers who wait and the transfers that they make without a code, as banks of Vietnam write them: names in capitals without marks, in a field
 * of their own or in the memo alone, cut, joined, with blanks inside or in another order. Names and numbers are invented.
 */

export interface Sender {
  /** As typed on the site. */
  customer: string;
  kind: "order" | "request";
  /** Whole đồng. */
  amount: number;
  /** Between the order, or the acceptance of the request, and the transfer. */
  days: number;
  sender_name: string | null;
  memo: string;
}

/** The prices of the packages; requests have some of them too. */
export const senderPrices = [49_000, 129_000, 399_000, 999_000] as const;

const [month, quarter, year, life] = senderPrices;

const order = (amount: number, days: number, customer: string, sender_name: string | null, memo: string): Sender => ({
  customer,
  kind: "order",
  amount,
  days,
  sender_name,
  memo,
});
const request = (...values: Parameters<typeof order>): Sender => ({ ...order(...values), kind: "request" });

export const senders: readonly Sender[] = [
  // The service tells the name of the account that paid.
  order(life, 0, "Bùi Thanh Nga", "BUI THANH NGA", "BUI THANH NGA chuyen tien ngan nga"),
  order(month, 1, "Nguyễn Văn An", "NGUYEN VAN AN", "NGUYEN VAN AN chuyen tien"),
  order(month, 3, "Nguyễn Văn Anh", "NGUYEN VAN ANH", "chuyen tien"),
  order(quarter, 17, "Trần Thị Lan", "TRAN THI LAN", "mua goi premium"),
  order(quarter, 29, "Trần Thị Lan Anh", "TRAN THI LAN ANH", "thanh toan don hang"),
  order(life, 58, "Dương Quốc Hùng", "DUONG QUOC HUNG", "CHUYEN TIEN"),
  order(month, 44, "Đặng Thị Mỹ Duyên", "DANG THI MY DUYEN", "IBFT chuyen tien GD 789604-040125 00:05:38"),
  order(year, 21, "Phạm Minh Tuấn", "PHAM MINH TUAN", "nghe nhac"),
  order(month, 9, "Hoàng Thị Thu Hà", "HOANG THI THU HA", "ung ho ngan nga"),
  request(year, 12, "Vũ Đức Long", "VU DUC LONG", "bai hat sinh nhat me"),
  request(life, 33, "Đỗ Thị Bích Ngọc", "DO THI BICH NGOC", "tien bai hat ky niem"),
  order(quarter, 2, "Ngô Quang Huy", "NGO QUANG HUY", "QR - NGO QUANG HUY Chuyen tien"),
  order(month, 39, "Lý Thị Hồng Nhung", "LY THI HONG NHUNG", "884114.100924.223854.chuyen khoan FT24255276428461"),
  order(month, 52, "Hồ Văn Đức", "HO VAN DUC", "gia han"),
  order(year, 6, "Phan Thị Kim Oanh", "PHAN THI KIM OANH", "ck"),
  order(quarter, 25, "Trương Vĩnh Khang", "TRUONG VINH KHANG", "TRUONG VINH KHANG CHUYEN KHOAN"),
  request(year, 41, "Huỳnh Ngọc Trâm", "HUYNH NGOC TRAM", "thanh toan bai hat"),
  order(life, 14, "Lê Hoàng Nam", "LE HOANG NAM", "premium tron doi"),
  order(month, 15, "Mai Thị Xuân", "MAI THI XUAN", "premium 1 thang"),
  order(quarter, 36, "Đinh Công Thành", "DINH CONG THANH", "chuyen tien nhanh 247"),
  order(month, 55, "Nguyễn Thị Hương", "NGUYEN THI HUONG", "NGUYEN THI HUONG chuyen tien"),
  order(year, 4, "Nguyễn Thị Hương", "NGUYEN THI HUONG", "chuyen tien mua goi nam"),
  order(month, 8, "Trần Văn Hùng", "TRAN VAN HUNG", "TRAN VAN HUNG chuyen tien"),
  // Of the same name and sum as the one above; nothing but the time tells them apart.
  order(month, 30, "Trần Văn Hùng", "TRAN VAN HUNG", "chuyen tien"),
  order(quarter, 0, "Cao Thị Ánh Tuyết", "CAO THI ANH TUYET", "Cao Thi Anh Tuyet"),
  order(life, 47, "Tạ Minh Quân", "TA MINH QUAN", "mua cho vo"),
  // The name stands in the memo alone.
  order(month, 5, "Võ Thị Thanh Tâm", null, "VO THI THANH TAM chuyen tien"),
  order(year, 50, "Nguyễn Đình Phúc", null, "NGUYEN DINH PHUC CHUYEN KHOAN"),
  order(
    quarter,
    11,
    "Phạm Thị Hằng",
    null,
    "MBVCB.2427229823.174242.chuyen tien.CT tu 1027236393 PHAM THI HANG toi 28349817 CONG TY NGAN NGA (ACB) A Chau GD 174242-090822 15:45:46",
  ),
  order(
    month,
    27,
    "Bùi Văn Khánh",
    null,
    "MBVCB.3811930275.881204.BUI VAN KHANH chuyen tien.CT tu 0441000762213 BUI VAN KHANH toi 28349817 CONG TY NGAN NGA tai ACB",
  ),
  order(life, 19, "Lê Thị Cẩm Tú", null, "CT DEN:0912837465 LE THI CAM TU chuyen tien"),
  order(quarter, 48, "Đoàn Quốc Việt", null, "CT DEN:430716 MBVCB.5120938471.DOAN QUOC VIET chuyen tien qua ngan hang"),
  request(life, 7, "Trịnh Thùy Linh", null, "TRINH THUY LINH thanh toan tien bai hat"),
  request(year, 55, "Lương Gia Bảo", null, "LUONG GIA BAO-0938112233-CHUYEN TIEN-OQCH00012345-MOMO"),
  order(month, 13, "Nguyễn Thị Thu Trang", null, "NGUYEN THI THU TRANG chuyen tien FT26310448120 91"),
  order(month, 34, "Nguyễn Thu Trang", null, "NGUYEN THU TRANG chuyen tien FT26310991823 17"),
  order(quarter, 59, "Hà Anh Dũng", null, "IBFT HA ANH DUNG chuyen tien GD 610288-031126 21:40:02"),
  order(year, 22, "Châu Thị Mỹ Lệ", null, "ZP26310A00812 CHAU THI MY LE chuyen tien ZALOPAY"),
  order(month, 2, "Đào Ngọc Sơn", null, "TKThe :19036521170018, tai TCB. DAO NGOC SON chuyen tien -CTLNHIDI000011"),
  order(
    quarter,
    16,
    "Lâm Tuấn Kiệt",
    null,
    "CUSTOMER LAM TUAN KIET chuyen tien. TU: LAM TUAN KIET   Ma giao dich Trace 339176",
  ),
  order(life, 28, "Phùng Thị Diễm", null, "PHUNG THI DIEM Chuyen tien toi NGAN NGA"),
  order(month, 42, "Quách Hữu Nghĩa", null, "BIDV;NGUOI CHUYEN QUACH HUU NGHIA;ck premium"),
  // A blank in the name where the bank's line ended, or none at all.
  order(
    month,
    10,
    "Nguyễn Hữu Thắng",
    null,
    "CUSTOMER MBVCB 2420648919 339176 chuyen tien  CT tu 1027236393 NGUYEN HUU TH ANG to i 259876543210 NGAN NGA MB Quan Doi Trace 339176",
  ),
  order(quarter, 31, "Trần Ngọc Bích", null, "TRAN NG OC BICH chuyen tien Trace 771203"),
  order(year, 45, "Lê Văn Toàn", null, "LEVANTOAN chuyen tien"),
  order(month, 24, "Vũ Thị Hải Yến", "VUTHIHAIYEN", "chuyen tien"),
  // Cut at the end of the field, or of the memo.
  order(quarter, 20, "Nguyễn Hoàng Phương Thảo", "NGUYEN HOANG PHUONG T", "chuyen tien"),
  order(life, 37, "Tôn Nữ Hoàng Quỳnh Anh", "TON NU HOANG QUYNH", "ck goi tron doi"),
  order(
    month,
    53,
    "Đặng Nguyễn Khánh Vy",
    null,
    "MBVCB.7719283746.110293.mua goi premium.CT tu 1012883746 DANG NGUYEN KHANH",
  ),
  order(month, 18, "Huỳnh Thị Mộng Tuyền", null, "Premium thang 11 - HUYNH THI MONG TUY"),
  request(life, 26, "Phạm Trần Bảo Châu", "PHAM TRAN BAO CH", "bai hat cho con gai"),
  // Middle names shortened.
  order(quarter, 40, "Nguyễn Thị Minh Khai", "NGUYEN T MINH KHAI", "chuyen tien"),
  order(month, 49, "Lê Thị Ngọc Hân", null, "LE T NGOC HAN ck tien nghe nhac"),
  // Words in another order.
  order(month, 12, "Đức Nguyễn Minh", "NGUYEN MINH DUC", "NGUYEN MINH DUC chuyen tien"),
  order(year, 32, "Hoàng Văn Thái", "THAI HOANG VAN", "transfer"),
  order(quarter, 57, "Tiến Đạt Trần", null, "TRAN TIEN DAT chuyen tien"),
  order(life, 9, "Phan Bảo Ngọc", "BAO NGOC PHAN", "Payment for premium"),
  // Shorter on the site than at the bank, or the other way.
  order(month, 35, "Thanh Thúy", "NGUYEN THI THANH THUY", "chuyen tien"),
  order(quarter, 23, "Quỳnh Như", null, "MAI QUYNH NHU chuyen tien"),
  order(month, 46, "Đỗ Hiếu", "DO TRUNG HIEU", "chuyen tien"),
  order(year, 38, "Linh Đặng", "DANG THUY LINH", "DANG THUY LINH chuyen tien"),
  order(quarter, 51, "Nguyễn Ngọc Phương Uyên", "NGUYEN PHUONG UYEN", "ck"),
  order(month, 1, "Tùng", "PHAM THANH TUNG", "PHAM THANH TUNG chuyen tien"),
  request(year, 3, "Chị Hạnh", "VU THI HANH", "chuyen tien dat bai hat"),
  order(life, 54, "Ms. Kiều Trinh", "LE THI KIEU TRINH", "mua premium"),
  order(quarter, 43, "Trần Đình Khôi (Ken)", "TRAN DINH KHOI", "chuyen tien"),
  // With a form of address, or a second name, before or after it.
  order(month, 28, "Nguyễn Bá Lộc", "ONG NGUYEN BA LOC", "nop tien mat"),
  order(year, 56, "Trần Thị Sáu", "BA TRAN THI SAU", "nop tien"),
  order(month, 7, "Hứa Kim Tuyến", "HKD HUA KIM TUYEN", "thanh toan"),
];

const surnames = "Nguyễn Trần Lê Phạm Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý".split(" ");
const middles = "Thị|Văn|Minh|Thanh|Ngọc|Hoàng|Thị Thu|Quốc|Đức|Thị Kim|Hữu|Bảo".split("|");
const given =
  "Lan Hùng Nga Anh Hương Trang Dũng Linh Tuấn Thảo Hà Nam Vy Huy Ngọc Long Châu Tâm Khánh Phúc Yến Sơn Hạnh Đức Bích Trinh Thành Tùng".split(
    " ",
  );
const called = "|Chị |Anh ".split("|");

/** Returns names of other customers, all different, some of two words or one, with the surnames and given names of the ones above. */
export function strangers(count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const [surname, middle, name] = [surnames[(n * 5) % 16], middles[(n * 7) % 12], given[(n * 11) % 28]];
    if (n % 40 === 39) return `${called[n % 3]}${name}`;
    return n % 9 === 8 ? `${surname} ${name}` : `${surname} ${middle} ${name}`;
  });
}
