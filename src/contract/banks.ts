/**
 * The banks of NAPAS with their numbers (BIN), for the picker of the bank form; by short name. Source: vietnam-qr-pay 1.5.1 (MIT). Former
 * names of a bank are left out. No zod here: pages load this module.
 */
export interface Bank {
  /** Six digits, which a VietQR names the bank by. */
  readonly bin: string;
  readonly code: string;
  readonly shortName: string;
  readonly name: string;
}

export const banks: readonly Bank[] = [
  { bin: "970425", code: "ABB", shortName: "AB Bank", name: "Ngân hàng TMCP An Bình" },
  { bin: "970416", code: "ACB", shortName: "ACB", name: "Ngân hàng TMCP Á Châu" },
  {
    bin: "970405",
    code: "AGRIBANK",
    shortName: "Agribank",
    name: "Ngân hàng Nông nghiệp và Phát triển Nông thôn Việt Nam",
  },
  { bin: "970409", code: "BAB", shortName: "BacA Bank", name: "Ngân hàng TMCP Bắc Á" },
  { bin: "970438", code: "BAOVIETBANK", shortName: "BaoViet Bank", name: "Ngân hàng TMCP Bảo Việt" },
  { bin: "970418", code: "BID", shortName: "BIDV", name: "Ngân hàng TMCP Đầu tư và Phát triển Việt Nam" },
  { bin: "970454", code: "BVB", shortName: "BVBank", name: "Ngân hàng TMCP Bản Việt" },
  {
    bin: "546034",
    code: "CAKE",
    shortName: "CAKE by VPBank",
    name: "Ngân hàng số CAKE by VPBank - Ngân hàng TMCP Việt Nam Thịnh Vượng",
  },
  { bin: "970444", code: "VNCB", shortName: "CB Bank", name: "Ngân hàng Thương mại TNHH MTV Xây dựng Việt Nam" },
  { bin: "422589", code: "CIMB", shortName: "CIMB Bank", name: "Ngân hàng TNHH MTV CIMB Việt Nam" },
  { bin: "970446", code: "COOPBANK", shortName: "Co-op Bank", name: "Ngân hàng Hợp tác xã Việt Nam" },
  {
    bin: "796500",
    code: "DBS",
    shortName: "DBS Bank",
    name: "NH TNHH MTV Phát triển Singapore - Chi nhánh TP. Hồ Chí Minh",
  },
  { bin: "970431", code: "EIB", shortName: "Eximbank", name: "Ngân hàng TMCP Xuất Nhập khẩu Việt Nam" },
  { bin: "970408", code: "GPBANK", shortName: "GPBank", name: "Ngân hàng Thương mại TNHH MTV Dầu Khí Toàn Cầu" },
  { bin: "970437", code: "HDB", shortName: "HDBank", name: "Ngân hàng TMCP Phát triển TP. Hồ Chí Minh" },
  { bin: "970442", code: "HLB", shortName: "HongLeong Bank", name: "Ngân hàng TNHH MTV Hong Leong Việt Nam" },
  { bin: "458761", code: "HSBC", shortName: "HSBC Vietnam", name: "Ngân hàng TNHH MTV HSBC (Việt Nam)" },
  {
    bin: "970456",
    code: "IBKHCM",
    shortName: "IBK HCM",
    name: "Ngân hàng Công nghiệp Hàn Quốc - Chi nhánh TP. Hồ Chí Minh",
  },
  { bin: "970455", code: "IBKHN", shortName: "IBK HN", name: "Ngân hàng Công nghiệp Hàn Quốc - Chi nhánh Hà Nội" },
  { bin: "970434", code: "IVB", shortName: "Indovina Bank", name: "Ngân hàng TNHH Indovina" },
  {
    bin: "668888",
    code: "KBANK",
    shortName: "Kasikornbank",
    name: "Ngân hàng Đại chúng TNHH KASIKORNBANK - CN TP. Hồ Chí Minh",
  },
  { bin: "970452", code: "KLB", shortName: "KienlongBank", name: "Ngân hàng TMCP Kiên Long" },
  {
    bin: "970463",
    code: "KBHCM",
    shortName: "Kookmin Bank HCM",
    name: "Ngân hàng Kookmin - Chi nhánh TP. Hồ Chí Minh",
  },
  { bin: "970462", code: "KBHN", shortName: "Kookmin Bank HN", name: "Ngân hàng Kookmin - Chi nhánh Hà Nội" },
  { bin: "963369", code: "LIOBANK", shortName: "Liobank", name: "Ngân hàng số Liobank - Ngân hàng TMCP Phương Đông" },
  { bin: "970449", code: "LPB", shortName: "LPBank", name: "Ngân hàng TMCP Lộc Phát Việt Nam" },
  { bin: "970422", code: "MBB", shortName: "MB Bank", name: "Ngân hàng TMCP Quân đội" },
  { bin: "970414", code: "MBV", shortName: "MBV", name: "Ngân hàng TNHH MTV Việt Nam Hiện Đại" },
  { bin: "971025", code: "MOMO", shortName: "MoMo", name: "CTCP Dịch Vụ Di Động Trực Tuyến" },
  { bin: "970426", code: "MSB", shortName: "MSB", name: "Ngân hàng TMCP Hàng Hải" },
  { bin: "970428", code: "NAB", shortName: "Nam A Bank", name: "Ngân hàng TMCP Nam Á" },
  { bin: "970419", code: "NVB", shortName: "NCB Bank", name: "Ngân hàng TMCP Quốc Dân" },
  { bin: "801011", code: "NONGHYUP", shortName: "Nonghyup Bank", name: "Ngân hàng Nonghyup - Chi nhánh Hà Nội" },
  { bin: "970448", code: "OCB", shortName: "OCB Bank", name: "Ngân hàng TMCP Phương Đông" },
  { bin: "970430", code: "PGB", shortName: "PG Bank", name: "Ngân hàng TMCP Xăng dầu Petrolimex" },
  { bin: "970439", code: "PBVN", shortName: "Public Bank Vietnam", name: "Ngân hàng TNHH MTV Public Việt Nam" },
  { bin: "970412", code: "PVCOMBANK", shortName: "PVcomBank", name: "Ngân hàng TMCP Đại Chúng Việt Nam" },
  { bin: "970403", code: "STB", shortName: "Sacombank", name: "Ngân hàng TMCP Sài Gòn Thương Tín" },
  { bin: "970400", code: "SGB", shortName: "SaigonBank", name: "Ngân hàng TMCP Sài Gòn Công Thương" },
  { bin: "970429", code: "SCB", shortName: "SCB", name: "Ngân hàng TMCP Sài Gòn" },
  { bin: "970440", code: "SSB", shortName: "SeABank", name: "Ngân hàng TMCP Đông Nam Á" },
  { bin: "970443", code: "SHB", shortName: "SHB", name: "Ngân hàng TMCP Sài Gòn - Hà Nội" },
  { bin: "970424", code: "SVB", shortName: "Shinhan Bank", name: "Ngân hàng TNHH MTV Shinhan Việt Nam" },
  {
    bin: "970410",
    code: "SC",
    shortName: "Standard Chartered Vietnam",
    name: "Ngân hàng TNHH MTV Standard Chartered Bank Việt Nam",
  },
  { bin: "970407", code: "TCB", shortName: "Techcombank", name: "Ngân hàng TMCP Kỹ thương Việt Nam" },
  { bin: "963388", code: "TIMO", shortName: "Timo", name: "Ngân hàng số Timo by Bản Việt Bank" },
  { bin: "970423", code: "TPB", shortName: "TPBank", name: "Ngân hàng TMCP Tiên Phong" },
  {
    bin: "546035",
    code: "UBANK",
    shortName: "Ubank by VPBank",
    name: "Ngân hàng số Ubank by VPBank - Ngân hàng TMCP Việt Nam Thịnh Vượng",
  },
  {
    bin: "970458",
    code: "UOB",
    shortName: "United Overseas Bank Vietnam",
    name: "Ngân hàng United Overseas Bank Việt Nam",
  },
  { bin: "970441", code: "VIB", shortName: "VIB", name: "Ngân hàng TMCP Quốc tế Việt Nam" },
  { bin: "970427", code: "VAB", shortName: "VietABank", name: "Ngân hàng TMCP Việt Á" },
  { bin: "970433", code: "VBB", shortName: "VietBank", name: "Ngân hàng TMCP Việt Nam Thương Tín" },
  { bin: "970436", code: "VCB", shortName: "Vietcombank", name: "Ngân hàng TMCP Ngoại Thương Việt Nam" },
  { bin: "970415", code: "CTG", shortName: "VietinBank", name: "Ngân hàng TMCP Công thương Việt Nam" },
  { bin: "970421", code: "VRB", shortName: "VietNgaBank", name: "Ngân hàng Liên doanh Việt - Nga" },
  { bin: "970406", code: "VIKKI", shortName: "Vikki Bank", name: "Ngân hàng TNHH MTV Số Vikki" },
  { bin: "970432", code: "VPB", shortName: "VPBank", name: "Ngân hàng TMCP Việt Nam Thịnh Vượng" },
  { bin: "970457", code: "WRB", shortName: "Woori Bank", name: "Ngân hàng TNHH MTV Woori Việt Nam" },
];
