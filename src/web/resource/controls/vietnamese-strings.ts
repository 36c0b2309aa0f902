/** React Aria's built-in strings, most of them spoken by screen readers, in Vietnamese; React Aria brings 34 languages without it. */

type Variables = Record<string, string | number | boolean>;

/** A string of React Aria: text, or a function of its variables. */
export type VietnameseString = string | ((variables: Variables) => string);

const numberFormat = new Intl.NumberFormat("vi-VN");

/** Vietnamese nouns have no plural: a count is its number and the noun. */
const count = (value: Variables[string] | undefined, noun: string) => `${numberFormat.format(Number(value))} ${noun}`;

/** Strings by package and key, in the order of React Aria's `en-US`. */
export const vietnameseStrings: Record<string, Record<string, VietnameseString>> = {
  "@react-aria/tree": {
    expand: "Mở rộng",
    collapse: "Thu gọn",
  },
  "@react-aria/toast": {
    close: "Đóng",
    notifications: (v) => `${count(v.count, "thông báo")}.`,
  },
  "@react-aria/tag": {
    removeDescription: "Nhấn Delete để xóa thẻ.",
    removeButtonLabel: "Xóa",
  },
  "@react-aria/table": {
    select: "Chọn",
    selectAll: "Chọn tất cả",
    sortable: "cột sắp xếp được",
    ascending: "tăng dần",
    descending: "giảm dần",
    ascendingSort: (v) => `đã sắp xếp theo cột ${v.columnName}, thứ tự tăng dần`,
    descendingSort: (v) => `đã sắp xếp theo cột ${v.columnName}, thứ tự giảm dần`,
    columnSize: (v) => `${v.value} pixel`,
    resizerDescription: "Nhấn Enter để bắt đầu chỉnh độ rộng cột",
    expand: "Mở rộng",
    collapse: "Thu gọn",
  },
  "@react-aria/steplist": {
    steplist: "Danh sách các bước",
  },
  "@react-aria/spinbutton": {
    Empty: "Trống",
  },
  "@react-aria/searchfield": {
    "Clear search": "Xóa nội dung tìm kiếm",
  },
  "@react-aria/previewtrigger": {
    longPressMessage: "Nhấn giữ để mở bản xem trước",
  },
  "@react-aria/overlays": {
    dismiss: "Đóng",
  },
  "@react-aria/numberfield": {
    decrease: (v) => `Giảm ${v.fieldLabel}`,
    increase: (v) => `Tăng ${v.fieldLabel}`,
    numberField: "Ô nhập số",
  },
  "@react-aria/menu": {
    longPressMessage: "Nhấn giữ hoặc nhấn Alt + Mũi tên xuống để mở trình đơn",
  },
  "@react-aria/gridlist": {
    hasActionAnnouncement: "hàng có thao tác",
    hasLinkAnnouncement: (v) => `hàng có liên kết: ${v.link}`,
  },
  "@react-aria/grid": {
    deselectedItem: (v) => `Đã bỏ chọn ${v.item}.`,
    select: "Chọn",
    selectedCount: (v) => (v.count === 0 ? "Chưa chọn mục nào." : `Đã chọn ${count(v.count, "mục")}.`),
    selectedAll: "Đã chọn tất cả các mục.",
    selectedItem: (v) => `Đã chọn ${v.item}.`,
    longPressToSelect: "Nhấn giữ để vào chế độ chọn.",
  },
  "@react-aria/dnd": {
    dragItem: (v) => `Kéo ${v.itemText}`,
    dragSelectedItems: (v) => `Kéo ${count(v.count, "mục đã chọn")}`,
    dragDescriptionKeyboard: "Nhấn Enter để bắt đầu kéo.",
    dragDescriptionKeyboardAlt: "Nhấn Alt + Enter để bắt đầu kéo.",
    dragDescriptionTouch: "Chạm hai lần để bắt đầu kéo.",
    dragDescriptionVirtual: "Bấm để bắt đầu kéo.",
    dragDescriptionLongPress: "Nhấn giữ để bắt đầu kéo.",
    dragSelectedKeyboard: (v) => `Nhấn Enter để kéo ${count(v.count, "mục đã chọn")}.`,
    dragSelectedKeyboardAlt: (v) => `Nhấn Alt + Enter để kéo ${count(v.count, "mục đã chọn")}.`,
    dragSelectedLongPress: (v) => `Nhấn giữ để kéo ${count(v.count, "mục đã chọn")}.`,
    dragStartedKeyboard: "Đã bắt đầu kéo. Nhấn Tab để đến vị trí thả, rồi nhấn Enter để thả, hoặc nhấn Escape để hủy.",
    dragStartedTouch: "Đã bắt đầu kéo. Di chuyển đến vị trí thả, rồi chạm hai lần để thả.",
    dragStartedVirtual: "Đã bắt đầu kéo. Di chuyển đến vị trí thả, rồi bấm hoặc nhấn Enter để thả.",
    endDragKeyboard: "Đang kéo. Nhấn Enter để hủy kéo.",
    endDragTouch: "Đang kéo. Chạm hai lần để hủy kéo.",
    endDragVirtual: "Đang kéo. Bấm để hủy kéo.",
    dropDescriptionKeyboard: "Nhấn Enter để thả. Nhấn Escape để hủy kéo.",
    dropDescriptionTouch: "Chạm hai lần để thả.",
    dropDescriptionVirtual: "Bấm để thả.",
    dropCanceled: "Đã hủy thả.",
    dropComplete: "Đã thả xong.",
    dropIndicator: "vị trí thả",
    dropOnRoot: "Thả vào",
    dropOnItem: (v) => `Thả vào ${v.itemText}`,
    insertBefore: (v) => `Chèn trước ${v.itemText}`,
    insertBetween: (v) => `Chèn giữa ${v.beforeItemText} và ${v.afterItemText}`,
    insertAfter: (v) => `Chèn sau ${v.itemText}`,
  },
  "@react-aria/datepicker": {
    era: "kỷ nguyên",
    year: "năm",
    month: "tháng",
    day: "ngày",
    hour: "giờ",
    minute: "phút",
    second: "giây",
    dayPeriod: "SA/CH",
    calendar: "Lịch",
    startDate: "Ngày bắt đầu",
    endDate: "Ngày kết thúc",
    weekday: "ngày trong tuần",
    timeZoneName: "múi giờ",
    selectedDateDescription: (v) => `Ngày đã chọn: ${v.date}`,
    selectedRangeDescription: (v) => `Khoảng ngày đã chọn: ${v.startDate} đến ${v.endDate}`,
    selectedTimeDescription: (v) => `Giờ đã chọn: ${v.time}`,
  },
  "@react-aria/combobox": {
    focusAnnouncement: (v) => {
      const group = v.isGroupChange ? `Đã vào nhóm ${v.groupTitle}, có ${count(v.groupCount, "lựa chọn")}. ` : "";
      return `${group}${v.optionText}${v.isSelected ? ", đã chọn" : ""}`;
    },
    countAnnouncement: (v) =>
      v.optionCount === 0 ? "Không có lựa chọn nào." : `Có ${count(v.optionCount, "lựa chọn")}.`,
    selectedAnnouncement: (v) => `${v.optionText}, đã chọn`,
    buttonLabel: "Hiện gợi ý",
    listboxLabel: "Gợi ý",
  },
  "@react-aria/color": {
    colorPicker: "Bảng chọn màu",
    twoDimensionalSlider: "thanh trượt hai chiều",
    colorNameAndValue: (v) => `${v.name}: ${v.value}`,
    colorInputLabel: (v) => `${v.label}, ${v.channelLabel}`,
    colorSwatch: "mẫu màu",
    transparent: "trong suốt",
  },
  "@react-aria/calendar": {
    previous: "Trước",
    next: "Sau",
    selectedDateDescription: (v) => `Ngày đã chọn: ${v.date}`,
    selectedRangeDescription: (v) => `Khoảng ngày đã chọn: ${v.dateRange}`,
    todayDate: (v) => `Hôm nay, ${v.date}`,
    todayDateSelected: (v) => `Hôm nay, ${v.date}, đã chọn`,
    dateSelected: (v) => `${v.date}, đã chọn`,
    startRangeSelectionPrompt: "Bấm để bắt đầu chọn khoảng ngày",
    finishRangeSelectionPrompt: "Bấm để chọn xong khoảng ngày",
    minimumDate: "Ngày sớm nhất chọn được",
    maximumDate: "Ngày muộn nhất chọn được",
    dateRange: (v) => `${v.startDate} đến ${v.endDate}`,
  },
  "@react-aria/breadcrumbs": {
    breadcrumbs: "Đường dẫn",
  },
  "@react-aria/autocomplete": {
    collectionLabel: "Gợi ý",
  },
  "@react-stately/datepicker": {
    rangeUnderflow: (v) => `Giá trị không được sớm hơn ${v.minValue}.`,
    rangeOverflow: (v) => `Giá trị không được muộn hơn ${v.maxValue}.`,
    rangeReversed: "Ngày bắt đầu phải trước ngày kết thúc.",
    unavailableDate: "Không chọn được ngày này.",
  },
  // A color's name is its hue, then chroma, then lightness: "xanh lục nhạt sáng".
  "@react-stately/color": {
    hue: "Sắc độ",
    saturation: "Độ bão hòa",
    lightness: "Độ sáng",
    brightness: "Độ chói",
    red: "Đỏ",
    green: "Xanh lục",
    blue: "Xanh lam",
    alpha: "Độ mờ đục",
    colorName: (v) => `${v.hue} ${v.chroma} ${v.lightness}`,
    transparentColorName: (v) => `${v.hue} ${v.chroma} ${v.lightness}, trong suốt ${v.percentTransparent}`,
    "very dark": "rất tối",
    dark: "tối",
    light: "sáng",
    "very light": "rất sáng",
    pale: "nhạt",
    grayish: "ngả xám",
    vibrant: "rực rỡ",
    black: "đen",
    white: "trắng",
    gray: "xám",
    pink: "hồng",
    "pink red": "đỏ hồng",
    "red orange": "đỏ cam",
    brown: "nâu",
    orange: "cam",
    "orange yellow": "vàng cam",
    "brown yellow": "vàng nâu",
    yellow: "vàng",
    "yellow green": "xanh nõn chuối",
    "green cyan": "xanh ngọc",
    cyan: "xanh lơ",
    "cyan blue": "xanh da trời",
    "blue purple": "tím xanh",
    purple: "tím",
    "purple magenta": "tím hồng",
    magenta: "hồng tím",
    "magenta pink": "hồng cánh sen",
  },
  "react-aria-components": {
    selectPlaceholder: "Chọn một mục",
    tableResizer: "Thanh chỉnh độ rộng cột",
    dropzoneLabel: "Vùng thả tệp",
    colorSwatchPicker: "Các mẫu màu",
  },
};
